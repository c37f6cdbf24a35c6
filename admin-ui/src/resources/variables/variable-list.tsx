import { BooleanField, DataTable } from 'react-admin';
import { FilterBar, SearchField } from '../../components/filters';
import { ApplicationList } from '../../components/application-list';
import { LongTextField } from '../../components/long-text-field';
import { RecordLink, RecordTable } from '../../components/record-table';
import { TimeField } from '../../components/time-field';
import { CheckRuleField } from './check-rule-field';

const FILTERS = <FilterBar search={<SearchField source="key" label="panel.filter.key_begins" />} />;

export function VariableList() {
  return (
    <ApplicationList filters={FILTERS} sort={{ field: 'key', order: 'ASC' }}>
      <RecordTable>
        <DataTable.Col source="key" field={RecordLink} />
        <DataTable.Col source="value" disableSort>
          <LongTextField source="value" isShort />
        </DataTable.Col>
        <DataTable.Col source="checkRule" disableSort field={CheckRuleField} />
        <DataTable.Col source="cardAuth" disableSort field={BooleanField} />
        <DataTable.Col source="updatedAt" field={TimeField} />
      </RecordTable>
    </ApplicationList>
  );
}
