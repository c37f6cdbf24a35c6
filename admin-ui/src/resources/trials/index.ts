import HourglassTop from '@mui/icons-material/HourglassTop';
import { lazyPage } from '../../layout/lazy-page';

const TrialList = lazyPage(() => import('./trial-list'), 'TrialList');

export default { list: TrialList, icon: HourglassTop, recordRepresentation: 'deviceId' };
