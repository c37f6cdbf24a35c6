import LinkOff from '@mui/icons-material/LinkOff';
import {
  BulkDeleteWithConfirmButton,
  DataTable,
  DateField,
  FunctionField,
  SimpleList,
  useCanAccess,
} from 'react-admin';
import { FilterBar, SearchField } from '../../components/filters';
import { trimmed } from '../../components/values';
import type { Dto } from '../../api/types';
import { ActionsLabel } from '../../components/actions-label';
import { ApplicationList } from '../../components/application-list';
import { DeviceLink } from '../../components/device-link';
import { useFreshSelection } from '../../components/use-fresh-selection';
import { useIsPhone } from '../../components/use-is-phone';
import { useFormatTime } from '../../components/use-format-time';
import { HOLDER_KIND_FILTER } from '../../holders/holder-filters';
import { HolderLink } from '../../holders/holder-link';
import { UnbindButton } from '../../holders/unbind-button';
import { DeviceLookupHint } from './device-lookup-hint';

type Device = Dto<'DeviceDto'>;

const FILTERS = (
  <FilterBar
    search={<SearchField source="deviceId" label="panel.filter.device_begins" parse={trimmed} />}
    filters={[HOLDER_KIND_FILTER]}
  />
);

/** Devices bound to cards and users. */
export function DeviceList() {
  return (
    <ApplicationList filters={FILTERS} perPage={25} empty={false} storeKey={false} actions={false}>
      <DeviceLookupHint />
      <Devices />
    </ApplicationList>
  );
}

function Devices() {
  const isPhone = useIsPhone();
  const { canAccess: mayUnbind } = useCanAccess({ resource: 'devices', action: 'delete' });
  const formatTime = useFormatTime();
  useFreshSelection();
  if (isPhone) {
    return (
      <SimpleList<Device>
        primaryText={({ deviceId }) => <DeviceLink deviceId={deviceId} />}
        secondaryText={(device) => (
          <>
            <HolderLink {...device} /> · {formatTime(device.boundAt)}
          </>
        )}
        rightIcon={(device) => <UnbindButton record={device} />}
        rowClick={false}
      />
    );
  }
  return (
    <DataTable bulkActionButtons={mayUnbind && <UnbindSelectedButton />} rowClick={false}>
      <DataTable.Col source="deviceId">
        <FunctionField<Device> render={({ deviceId }) => <DeviceLink deviceId={deviceId} />} />
      </DataTable.Col>
      <DataTable.Col source="holderName" disableSort>
        <FunctionField<Device> render={(device) => <HolderLink {...device} />} />
      </DataTable.Col>
      <DataTable.Col source="boundAt" disableSort field={DateField} />
      <DataTable.Col source="ticketExpiresAt" disableSort>
        <DateField source="ticketExpiresAt" emptyText="–" />
      </DataTable.Col>
      <DataTable.Col label={<ActionsLabel />} field={UnbindButton} />
    </DataTable>
  );
}

function UnbindSelectedButton() {
  return (
    <BulkDeleteWithConfirmButton
      label="panel.action.unbind_one"
      icon={<LinkOff />}
      color="primary"
      confirmTitle="panel.unbind.title_many"
      confirmContent="panel.unbind.content"
      successMessage="panel.unbind.done_many"
      mutationMode="pessimistic"
    />
  );
}
