import { DataTable, DateField, SelectField, TextField, useListContext } from 'react-admin';
import { ChoiceFilter, FilterBar, SearchField, TextFilter } from '../../components/filters';
import { trimmed } from '../../components/values';
import { DATA_SCOPES } from '../../api/choices';
import { ApplicationList } from '../../components/application-list';
import { LongTextField } from '../../components/long-text-field';
import { RecordLink, RecordTable } from '../../components/record-table';
import { useApplication } from '../../layout/application-context';
import { DataUsage } from './data-usage';

const FILTERS = (
  <FilterBar
    search={<SearchField source="key" label="panel.filter.key_begins" />}
    filters={[
      <ChoiceFilter key="scope" source="scope" choices={DATA_SCOPES} />,
      <TextFilter key="card" source="card" parse={trimmed} />,
    ]}
  />
);

export function RemoteDataList() {
  return (
    <ApplicationList filters={FILTERS} sort={{ field: 'key', order: 'ASC' }}>
      <Usage />
      <RecordTable>
        <DataTable.Col source="key" field={RecordLink} />
        <DataTable.Col source="scope" disableSort>
          <SelectField source="scope" choices={DATA_SCOPES} />
        </DataTable.Col>
        <DataTable.Col source="card" disableSort>
          <TextField source="card" emptyText="–" />
        </DataTable.Col>
        <DataTable.Col source="value" disableSort>
          <LongTextField source="value" isShort />
        </DataTable.Col>
        <DataTable.Col source="updatedAt" field={DateField} />
      </RecordTable>
    </ApplicationList>
  );
}

/** The usage of the card that the list is filtered by, or of the application. */
function Usage() {
  const application = useApplication();
  const { filterValues } = useListContext();
  if (!application) return null;
  const card: unknown = filterValues['card'];
  return typeof card === 'string' && card !== '' ? (
    <DataUsage applicationId={application.id} card={card} />
  ) : (
    <DataUsage applicationId={application.id} />
  );
}
