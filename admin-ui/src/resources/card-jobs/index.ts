import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheck';
import type { Job } from './job-outcome';
import { lazyPage } from '../../layout/lazy-page';

const CardImport = lazyPage(() => import('./card-import'), 'CardImport');
const JobList = lazyPage(() => import('./job-list'), 'JobList');
const JobShow = lazyPage(() => import('./job-show'), 'JobShow');

export default {
  list: JobList,
  create: CardImport,
  show: JobShow,
  icon: PlaylistAddCheck,
  recordRepresentation: ({ id }: Job) => `#${id}`,
};
