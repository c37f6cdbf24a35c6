import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheck';
import { CardImport } from './card-import';
import { JobList } from './job-list';
import { JobShow } from './job-show';
import type { Job } from './job-outcome';

export default {
  list: JobList,
  create: CardImport,
  show: JobShow,
  icon: PlaylistAddCheck,
  recordRepresentation: ({ id }: Job) => `#${id}`,
};
