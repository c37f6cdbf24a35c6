import { DataTable, NullableBooleanInput, SearchInput, TextField, TextInput, UrlField } from 'react-admin';
import { ActionsLabel } from '../../components/actions-label';
import { ApplicationList } from '../../components/application-list';
import { RecordLink, RecordTable } from '../../components/record-table';
import { stopPropagation } from '../../components/stop-propagation';
import { TimeField } from '../../components/time-field';
import { PublishButton } from './publish-button';
import { ReleaseChip } from './release-chip';

const FILTERS = [
  <SearchInput key="version" source="version" alwaysOn />,
  <TextInput key="channel" source="channel" />,
  <NullableBooleanInput
    key="released"
    source="released"
    trueLabel="panel.versions.released"
    falseLabel="panel.versions.draft"
  />,
];

export function VersionList() {
  return (
    <ApplicationList filters={FILTERS}>
      <RecordTable>
        <DataTable.Col source="version" disableSort>
          <RecordLink source="version" />
        </DataTable.Col>
        <DataTable.Col source="channel">
          <TextField source="channel" />
        </DataTable.Col>
        <DataTable.Col source="released" label="panel.versions.state" disableSort>
          <ReleaseChip />
        </DataTable.Col>
        <DataTable.Col source="url" disableSort>
          <UrlField source="url" target="_blank" rel="noreferrer" onClick={stopPropagation} />
        </DataTable.Col>
        <DataTable.Col source="createdAt">
          <TimeField source="createdAt" />
        </DataTable.Col>
        <DataTable.Col label={<ActionsLabel />}>
          <PublishButton />
        </DataTable.Col>
      </RecordTable>
    </ApplicationList>
  );
}
