import { Alert } from '@mui/material';
import { Link, useListContext, useTranslate } from 'react-admin';
import { deviceLookupPath } from '../../components/device-lookup-path';

/** In a list that is filtered by a device: links to all that is known about the device. */
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
