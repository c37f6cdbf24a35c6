import { AUDIT_ACTIONS, AUDITED_RESOURCES } from '../../api/choices';
import {
  ChoiceFilter,
  FilterBar,
  RecordFilter,
  SearchField,
  TextFilter,
  TimeFilter,
} from '../../components/filters';
import { trimmed } from '../../components/values';

export const AUDIT_FILTERS = (
  <FilterBar
    search={<SearchField source="actorName" label="panel.audit.actor_begins" parse={trimmed} />}
    filters={[
      <ChoiceFilter key="resource" source="resource" choices={AUDITED_RESOURCES} />,
      <ChoiceFilter key="action" source="action" choices={AUDIT_ACTIONS} />,
      <TextFilter key="recordId" source="recordId" parse={trimmed} />,
      <RecordFilter key="applicationId" source="applicationId" reference="applications" />,
      <TimeFilter key="from" source="from" label="panel.audit.from" />,
      <TimeFilter key="before" source="before" label="panel.audit.before" />,
    ]}
  />
);
