import { DataTable, DateField, FunctionField, useLocale } from 'react-admin';
import type { Dto } from '../api/types';
import { LocalTable } from './local-table';
import { useHistory } from './use-history';

type Refusal = Dto<'HolderRefusalDto'>;

/** The latest refused requests, with the meaning of their codes. */
export function Refusals() {
  const { data, isPending } = useHistory();
  const locale = useLocale();
  return (
    <LocalTable
      resource="refusals"
      rows={data?.refusals}
      isPending={isPending}
      empty="panel.history.no_refusals"
    >
      <DataTable.Col source="at" label="panel.history.at">
        <DateField source="at" showTime />
      </DataTable.Col>
      <DataTable.Col source="code" label="panel.history.code" />
      <DataTable.Col label="panel.history.meaning">
        <FunctionField<Refusal> render={(refusal) => meaningOf(refusal, locale)} />
      </DataTable.Col>
      <DataTable.Col source="endpoint" label="panel.history.endpoint" />
      <DataTable.Col source="deviceId" label="panel.history.device" />
      <DataTable.Col source="ip" label="panel.history.ip" />
    </LocalTable>
  );
}

export function meaningOf({ en, zh }: Refusal, locale: string): string {
  return locale === 'zh' ? zh : en;
}
