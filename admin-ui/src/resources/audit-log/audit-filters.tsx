import { AutocompleteInput, ReferenceInput, SelectInput, TextInput } from 'react-admin';
import { AUDIT_ACTIONS, AUDITED_RESOURCES } from '../../api/choices';
import { EpochInput } from '../../components/epoch-input';
import { trimmed } from '../../components/values';

export const AUDIT_FILTERS = [
  <SelectInput key="resource" source="resource" choices={AUDITED_RESOURCES} alwaysOn />,
  <AutocompleteInput key="action" source="action" choices={AUDIT_ACTIONS} alwaysOn />,
  <TextInput key="actorName" source="actorName" label="panel.audit.actor_begins" parse={trimmed} alwaysOn />,
  <TextInput key="recordId" source="recordId" parse={trimmed} />,
  <ReferenceInput key="applicationId" source="applicationId" reference="applications" perPage={1000}>
    <AutocompleteInput optionText="name" filterToQuery={() => ({})} />
  </ReferenceInput>,
  <EpochInput key="from" source="from" label="panel.audit.from" />,
  <EpochInput key="before" source="before" label="panel.audit.before" />,
];
