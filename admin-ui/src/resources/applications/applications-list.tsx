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
        <DataTable.Col source="name" field={RecordLink} />
        <DataTable.Col source="enabled" disableSort field={BooleanField} />
        <DataTable.Col source="appKey" disableSort field={AppKeyField} />
        <DataTable.Col source="signMode" disableSort>
          <SelectField source="signMode" choices={SIGN_MODES} />
        </DataTable.Col>
        <DataTable.Col source="timeZone" disableSort field={TextField} />
        <DataTable.Col source="createdAt" field={DateField} />
      </RecordTable>
    </List>
  );
}
