import NotificationsIcon from '@mui/icons-material/NotificationsOutlined';
import { lazyPage } from '../../layout/lazy-page';

const NotifierCreate = lazyPage(() => import('./notifier-create'), 'NotifierCreate');
const NotifierEdit = lazyPage(() => import('./notifier-edit'), 'NotifierEdit');
const NotifierList = lazyPage(() => import('./notifier-list'), 'NotifierList');

export default {
  list: NotifierList,
  create: NotifierCreate,
  edit: NotifierEdit,
  icon: NotificationsIcon,
  recordRepresentation: 'name',
};
