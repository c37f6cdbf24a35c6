import { Link } from 'react-admin';
import { stopPropagation } from './stop-propagation';

/** Links a device id to all that is known about the device. */
export function DeviceLink({ deviceId }: { deviceId: string }) {
  return (
    <Link to={deviceLookupPath(deviceId)} onClick={stopPropagation} sx={{ overflowWrap: 'anywhere' }}>
      {deviceId}
    </Link>
  );
}

/** Path of the page that looks a device up. */
export function deviceLookupPath(deviceId: string): string {
  return `/devices/lookup?${new URLSearchParams({ q: deviceId }).toString()}`;
}
