import Devices from '@mui/icons-material/Devices';
import { Route } from 'react-router-dom';
import { DeviceList } from './device-list';
import { DeviceLookup } from './device-lookup';

export default {
  list: DeviceList,
  icon: Devices,
  recordRepresentation: 'deviceId',
  children: <Route path="lookup" element={<DeviceLookup />} />,
};
