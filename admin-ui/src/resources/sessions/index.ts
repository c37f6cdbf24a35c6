import Wifi from '@mui/icons-material/Wifi';
import { lazyPage } from '../../layout/lazy-page';

const SessionList = lazyPage(() => import('./session-list'), 'SessionList');

export default { list: SessionList, icon: Wifi, recordRepresentation: 'deviceId' };
