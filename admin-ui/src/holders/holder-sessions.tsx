import { DataTable, DateField, FunctionField } from 'react-admin';
import type { Dto } from '../api/types';
import { ActionsLabel } from '../components/actions-label';
import { DeviceLink } from '../components/device-link';
import { HolderTable } from './holder-table';
import { KickSessionButton } from './kick-session-button';
import { SessionState } from './session-state';

/** Open and ended sessions. */
export function HolderSessions() {
  return (
    <HolderTable reference="sessions" empty="panel.holder.no_sessions">
      <DataTable.Col source="deviceId" disableSort>
        <FunctionField<Dto<'ClientSessionDto'>>
          render={({ deviceId }) => <DeviceLink deviceId={deviceId} />}
        />
      </DataTable.Col>
      <DataTable.Col source="ip" disableSort />
      <DataTable.Col source="createdAt" disableSort field={DateField} />
      <DataTable.Col source="lastSeenAt" field={DateField} />
      <DataTable.Col source="endReason" disableSort field={SessionState} />
      <DataTable.Col label={<ActionsLabel />} field={KickSessionButton} />
    </HolderTable>
  );
}
