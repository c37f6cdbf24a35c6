import People from '@mui/icons-material/People';
import { UserCreate } from './user-create';
import { UserEdit } from './user-edit';
import { UserList } from './user-list';
import { UserShow } from './user-show';

export default {
  list: UserList,
  create: UserCreate,
  edit: UserEdit,
  show: UserShow,
  icon: People,
  recordRepresentation: 'username',
};
