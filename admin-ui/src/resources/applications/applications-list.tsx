import { BooleanField, DataTable, DateField, List, SelectField, TextField } from 'react-admin';
import { FilterBar, SearchField } from '../../components/filters';
import { RecordLink, RecordTable } from '../../components/record-table';
import { AppKeyField } from './app-key-field';
import { SIGN_MODES } from '../../api/choices';

const FILTERS = <FilterBar search={<SearchField source="name" label="panel.filter.name_begins" />} />;

/** No bulk deletion: deleting an application removes all of its data. */
export function ApplicationsList() {
  return (
    <List filters={FILTERS} sort={{ field: 'name', order: 'ASC' }} exporter={false}>
      <RecordTable bulkActionButtons={false}>
        <DataTable.Col source="name">
          <RecordLink source="name" />
        </DataTable.Col>
        <DataTable.Col source="enabled" disableSort>
          <BooleanField source="enabled" />
        </DataTable.Col>
        <DataTable.Col source="appKey" disableSort>
          <AppKeyField />
        </DataTable.Col>
        <DataTable.Col source="signMode" disableSort>
          <SelectField source="signMode" choices={SIGN_MODES} />
        </DataTable.Col>
        <DataTable.Col source="timeZone" disableSort>
          <TextField source="timeZone" />
        </DataTable.Col>
        <DataTable.Col source="createdAt">
          <DateField source="createdAt" showTime />
        </DataTable.Col>
      </RecordTable>
    </List>
  );
}
