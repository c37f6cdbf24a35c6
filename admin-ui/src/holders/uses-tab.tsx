import { DataTable, DateField } from 'react-admin';
import { LocalTable } from './local-table';
import { useHistory } from './use-history';

/** Lists the latest uses consumed from a counted card or user. */
export function Consumptions() {
  const { data, isPending } = useHistory();
  return (
    <LocalTable
      resource="consumptions"
      rows={data?.consumptions}
      isPending={isPending}
      empty="panel.uses.none"
    >
      <DataTable.Col source="at" label="panel.history.at">
        <DateField source="at" showTime />
      </DataTable.Col>
      <DataTable.NumberCol source="amount" label="panel.uses.amount" />
      <DataTable.NumberCol source="usesLeft" label="panel.uses.was_left" />
      <DataTable.Col source="functionName" label="panel.uses.function" />
      <DataTable.Col source="requestId" label="panel.uses.request" />
    </LocalTable>
  );
}
