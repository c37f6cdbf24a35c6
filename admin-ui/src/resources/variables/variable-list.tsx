import { BooleanField, DataTable, SearchInput } from 'react-admin';
import { ApplicationList } from '../../components/application-list';
import { LongTextField } from '../../components/long-text-field';
import { RecordLink, RecordTable } from '../../components/record-table';
import { TimeField } from '../../components/time-field';
import { CheckRuleField } from './check-rule-field';

const FILTERS = [<SearchInput key="key" source="key" alwaysOn />];

export function VariableList() {
  return (
    <ApplicationList filters={FILTERS} sort={{ field: 'key', order: 'ASC' }}>
      <RecordTable>
        <DataTable.Col source="key">
          <RecordLink source="key" />
        </DataTable.Col>
        <DataTable.Col source="value" disableSort>
          <LongTextField source="value" isShort />
        </DataTable.Col>
        <DataTable.Col source="checkRule" disableSort>
          <CheckRuleField />
        </DataTable.Col>
        <DataTable.Col source="cardAuth" disableSort>
          <BooleanField source="cardAuth" />
        </DataTable.Col>
        <DataTable.Col source="updatedAt">
          <TimeField source="updatedAt" />
        </DataTable.Col>
      </RecordTable>
    </ApplicationList>
  );
}
