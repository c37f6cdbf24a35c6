import { Link } from 'react-admin';
import { deviceLookupPath } from './device-lookup-path';
import { stopPropagation } from './stop-propagation';

/** Links a device id to all that is known about the device. */
export function DeviceLink({ deviceId }: { deviceId: string }) {
  return (
    <Link to={deviceLookupPath(deviceId)} onClick={stopPropagation} sx={{ overflowWrap: 'anywhere' }}>
      {deviceId}
    </Link>
  );
}
