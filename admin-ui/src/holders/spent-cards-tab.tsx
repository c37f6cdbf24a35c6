import { DataTable, DateField, FunctionField } from 'react-admin';
import type { Dto } from '../api/types';
import { HolderLink } from './holder-link';
import { LocalTable } from './local-table';
import { useHistory } from './use-history';

/** Cards that the card or user consumed, for example by a recharge. */
export function SpentCards() {
  const { data, isPending } = useHistory();
  return (
    <LocalTable
      resource="spent-cards"
      rows={data?.consumed}
      isPending={isPending}
      empty="panel.history.no_spent"
    >
      <DataTable.Col source="at" label="panel.history.at">
        <DateField source="at" showTime />
      </DataTable.Col>
      <DataTable.Col source="card" label="panel.history.card">
        <FunctionField<Dto<'ConsumedCardDto'>>
          render={({ id, card }) => <HolderLink holderKind="card" holderId={id} holderName={card} />}
        />
      </DataTable.Col>
    </LocalTable>
  );
}
