import Devices from '@mui/icons-material/Devices';
import { Route } from 'react-router-dom';
import { lazyPage } from '../../layout/lazy-page';

const DeviceList = lazyPage(() => import('./device-list'), 'DeviceList');
const DeviceLookup = lazyPage(() => import('./device-lookup'), 'DeviceLookup');

export default {
  list: DeviceList,
  icon: Devices,
  recordRepresentation: 'deviceId',
  children: <Route path="lookup" element={<DeviceLookup />} />,
};
