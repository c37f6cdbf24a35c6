import People from '@mui/icons-material/People';
import { lazyPage } from '../../layout/lazy-page';

const UserCreate = lazyPage(() => import('./user-create'), 'UserCreate');
const UserEdit = lazyPage(() => import('./user-edit'), 'UserEdit');
const UserList = lazyPage(() => import('./user-list'), 'UserList');
const UserShow = lazyPage(() => import('./user-show'), 'UserShow');

export default {
  list: UserList,
  create: UserCreate,
  edit: UserEdit,
  show: UserShow,
  icon: People,
  recordRepresentation: 'username',
};
