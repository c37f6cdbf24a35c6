import { DataTable, DateField, useTranslate } from 'react-admin';
import { useRecordContext } from 'react-admin';
import type { Dto } from '../api/types';
import { ChangeList } from './change-list';
import { LocalTable } from './local-table';
import { useHistory } from './use-history';

type Audit = Dto<'HolderAuditDto'>;

/** Changes made by administrators. */
export function Changes() {
  const { data, isPending } = useHistory();
  return (
    <LocalTable resource="changes" rows={data?.audit} isPending={isPending} empty="panel.history.no_changes">
      <DataTable.Col source="at" label="panel.history.at">
        <DateField source="at" showTime />
      </DataTable.Col>
      <DataTable.Col source="actorName" label="panel.history.actor" />
      <DataTable.Col source="action" label="panel.history.action">
        <ActionName />
      </DataTable.Col>
      <DataTable.Col label="panel.history.changes">
        <ChangeList />
      </DataTable.Col>
    </LocalTable>
  );
}

function ActionName() {
  const record = useRecordContext<Audit>();
  const translate = useTranslate();
  return record ? translate(`panel.history.did.${record.action}`, { _: record.action }) : null;
}
