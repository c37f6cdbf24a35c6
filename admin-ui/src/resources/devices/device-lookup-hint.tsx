import { Alert } from '@mui/material';
import { Link, useListContext, useTranslate } from 'react-admin';
import { deviceLookupPath } from '../../components/device-lookup-path';

/** A link to the page with all that is known about a device. A list shows it while it is filtered by this device. */
export function DeviceLookupHint() {
  const { filterValues } = useListContext();
  const translate = useTranslate();
  const { deviceId } = filterValues as { deviceId?: string };
  if (!deviceId) return null;
  return (
    <Alert severity="info" sx={{ m: 2, mt: 0 }}>
      <Link to={deviceLookupPath(deviceId)}>{translate('panel.devices.look_up', { device: deviceId })}</Link>
    </Alert>
  );
}
