import SupervisorAccount from '@mui/icons-material/SupervisorAccount';
import { AdminCreate } from './admin-create';
import { AdminEdit } from './admin-edit';
import { AdminList } from './admin-list';

export default {
  list: AdminList,
  create: AdminCreate,
  edit: AdminEdit,
  icon: SupervisorAccount,
  recordRepresentation: 'email',
};
