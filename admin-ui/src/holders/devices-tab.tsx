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
import { UnbindButton } from './unbind-button';

/** The devices that are bound. */
export function BoundDevices() {
  const record = useRecordContext<Holder>();
  const resource = useResourceContext();
  if (!record || !resource) return null;
  return (
    <ReferenceManyField
      reference="devices"
      target="holderId"
      filter={{ holderKind: kindOf(resource), applicationId: record.applicationId }}
      sort={{ field: 'id', order: 'DESC' }}
      pagination={<Pagination />}
    >
      <DataTable
        bulkActionButtons={false}
        rowClick={false}
        empty={<EmptyText text="panel.holder.no_devices" />}
      >
        <DataTable.Col source="deviceId" />
        <DataTable.Col source="boundAt" disableSort>
          <DateField source="boundAt" showTime />
        </DataTable.Col>
        <DataTable.Col label={<ActionsLabel />}>
          <UnbindButton />
        </DataTable.Col>
      </DataTable>
    </ReferenceManyField>
  );
}
