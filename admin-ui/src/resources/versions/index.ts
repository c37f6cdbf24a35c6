import NewReleases from '@mui/icons-material/NewReleases';
import type { Dto } from '../../api/types';
import { VersionCreate } from './version-create';
import { VersionEdit } from './version-edit';
import { VersionList } from './version-list';
import { VersionShow } from './version-show';

export default {
  list: VersionList,
  create: VersionCreate,
  edit: VersionEdit,
  show: VersionShow,
  icon: NewReleases,
  recordRepresentation: ({ version }: Dto<'SoftwareVersionDto'>) => version,
};
