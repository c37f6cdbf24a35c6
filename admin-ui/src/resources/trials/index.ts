import HourglassTop from '@mui/icons-material/HourglassTop';
import { TrialList } from './trial-list';

export default { list: TrialList, icon: HourglassTop, recordRepresentation: 'deviceId' };
