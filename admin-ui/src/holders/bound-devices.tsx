import { DataTable, DateField } from 'react-admin';
import { ActionsLabel } from '../components/actions-label';
import { HolderTable } from './holder-table';
import { UnbindButton } from './unbind-button';

/** The bound devices. */
export function BoundDevices() {
  return (
    <HolderTable reference="devices" empty="panel.holder.no_devices">
      <DataTable.Col source="deviceId" />
      <DataTable.Col source="boundAt" disableSort field={DateField} />
      <DataTable.Col source="ticketExpiresAt" disableSort>
        <DateField source="ticketExpiresAt" emptyText="–" />
      </DataTable.Col>
      <DataTable.Col label={<ActionsLabel />} field={UnbindButton} />
    </HolderTable>
  );
}
