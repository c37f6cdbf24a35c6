import Devices from '@mui/icons-material/Devices';
import { DeviceList } from './device-list';

export default { list: DeviceList, icon: Devices, recordRepresentation: 'deviceId' };
