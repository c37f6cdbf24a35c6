import Wifi from '@mui/icons-material/Wifi';
import { SessionList } from './session-list';

export default { list: SessionList, icon: Wifi, recordRepresentation: 'deviceId' };
