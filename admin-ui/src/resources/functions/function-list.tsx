import { BooleanField, DataTable, NumberField } from 'react-admin';
import { FilterBar, SearchField, YesNoFilter } from '../../components/filters';
import { ActionsLabel } from '../../components/actions-label';
import { ApplicationList } from '../../components/application-list';
import { RecordLink, RecordTable } from '../../components/record-table';
import { TimeField } from '../../components/time-field';
import { SERVER_LIMIT } from './limits';
import { RecentCalls } from './recent-calls';
import { RollBackButton } from './roll-back-button';

const FILTERS = (
  <FilterBar
    search={<SearchField source="name" label="panel.filter.name_begins" />}
    filters={[<YesNoFilter key="enabled" source="enabled" />]}
  />
);

export function FunctionList() {
  return (
    <ApplicationList filters={FILTERS} sort={{ field: 'name', order: 'ASC' }}>
      <RecordTable>
        <DataTable.Col source="name" field={RecordLink} />
        <DataTable.Col source="enabled" disableSort field={BooleanField} />
        <DataTable.Col source="recentCalls" disableSort field={RecentCalls} />
        <DataTable.NumberCol source="version" disableSort />
        <DataTable.Col source="timeoutMs" disableSort>
          <NumberField source="timeoutMs" emptyText={SERVER_LIMIT} />
        </DataTable.Col>
        <DataTable.Col source="memoryMb" disableSort>
          <NumberField source="memoryMb" emptyText={SERVER_LIMIT} />
        </DataTable.Col>
        <DataTable.NumberCol source="cost" disableSort />
        <DataTable.Col source="updatedAt" field={TimeField} />
        <DataTable.Col label={<ActionsLabel />} field={RollBackButton} />
      </RecordTable>
    </ApplicationList>
  );
}
