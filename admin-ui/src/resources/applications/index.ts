import Apps from '@mui/icons-material/Apps';
import { lazyPage } from '../../layout/lazy-page';

const ApplicationCreatePage = lazyPage(() => import('./application-create-page'), 'ApplicationCreatePage');
const ApplicationEdit = lazyPage(() => import('./application-edit'), 'ApplicationEdit');
const ApplicationShow = lazyPage(() => import('./application-show'), 'ApplicationShow');
const ApplicationsList = lazyPage(() => import('./applications-list'), 'ApplicationsList');

export default {
  list: ApplicationsList,
  create: ApplicationCreatePage,
  edit: ApplicationEdit,
  show: ApplicationShow,
  icon: Apps,
  recordRepresentation: 'name',
};
