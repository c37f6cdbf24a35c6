import {
  DataTable,
  DateField,
  NullableBooleanInput,
  SearchInput,
  TextField,
  TextInput,
  UrlField,
} from 'react-admin';
import { ApplicationList } from '../../components/application-list';
import { RecordLink, RecordTable } from '../../components/record-table';
import { stopPropagation } from '../../components/stop-propagation';
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
        <DataTable.Col source="released" disableSort>
          <ReleaseChip />
        </DataTable.Col>
        <DataTable.Col source="url" disableSort>
          <UrlField source="url" target="_blank" rel="noreferrer" onClick={stopPropagation} />
        </DataTable.Col>
        <DataTable.Col source="createdAt">
          <DateField source="createdAt" showTime />
        </DataTable.Col>
      </RecordTable>
    </ApplicationList>
  );
}
