import {
  DataTable,
  DateField,
  Pagination,
  ReferenceManyField,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
import { ActionsLabel } from '../components/actions-label';
import { EmptyText } from '../components/empty-text';
import { type Holder, kindOf } from './holder';
import { KickSessionButton } from './kick-session-button';
import { SessionState } from './session-state';

/** The sessions there are and have been, the latest first. */
export function HolderSessions() {
  const record = useRecordContext<Holder>();
  const resource = useResourceContext();
  if (!record || !resource) return null;
  return (
    <ReferenceManyField
      reference="sessions"
      target="holderId"
      filter={{ holderKind: kindOf(resource), applicationId: record.applicationId }}
      sort={{ field: 'id', order: 'DESC' }}
      pagination={<Pagination />}
    >
      <DataTable
        bulkActionButtons={false}
        rowClick={false}
        empty={<EmptyText text="panel.holder.no_sessions" />}
      >
        <DataTable.Col source="deviceId" disableSort />
        <DataTable.Col source="ip" disableSort />
        <DataTable.Col source="createdAt" disableSort>
          <DateField source="createdAt" showTime />
        </DataTable.Col>
        <DataTable.Col source="lastSeenAt">
          <DateField source="lastSeenAt" showTime />
        </DataTable.Col>
        <DataTable.Col source="endReason" disableSort>
          <SessionState />
        </DataTable.Col>
        <DataTable.Col label={<ActionsLabel />}>
          <KickSessionButton />
        </DataTable.Col>
      </DataTable>
    </ReferenceManyField>
  );
}
