import { DataTable, DateField } from 'react-admin';
import { ActionsLabel } from '../components/actions-label';
import { KickSessionButton } from './kick-session-button';
import { SessionState } from './session-state';

/** Columns of a session table, except the card or user. */
export const SESSION_COLUMNS = (
  <>
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
  </>
);
