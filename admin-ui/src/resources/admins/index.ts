import SupervisorAccount from '@mui/icons-material/SupervisorAccount';
import { lazyPage } from '../../layout/lazy-page';

const AdminCreate = lazyPage(() => import('./admin-create'), 'AdminCreate');
const AdminEdit = lazyPage(() => import('./admin-edit'), 'AdminEdit');
const AdminList = lazyPage(() => import('./admin-list'), 'AdminList');

export default {
  list: AdminList,
  create: AdminCreate,
  edit: AdminEdit,
  icon: SupervisorAccount,
  recordRepresentation: 'email',
};
