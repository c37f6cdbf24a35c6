import NewReleases from '@mui/icons-material/NewReleases';
import { lazyPage } from '../../layout/lazy-page';

const VersionCreate = lazyPage(() => import('./version-create'), 'VersionCreate');
const VersionEdit = lazyPage(() => import('./version-edit'), 'VersionEdit');
const VersionList = lazyPage(() => import('./version-list'), 'VersionList');
const VersionShow = lazyPage(() => import('./version-show'), 'VersionShow');

export default {
  list: VersionList,
  create: VersionCreate,
  edit: VersionEdit,
  show: VersionShow,
  icon: NewReleases,
  recordRepresentation: 'version',
};
