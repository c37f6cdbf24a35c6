import Functions from '@mui/icons-material/Functions';
import { lazyPage } from '../../layout/lazy-page';

const FunctionCreate = lazyPage(() => import('./function-create'), 'FunctionCreate');
const FunctionEdit = lazyPage(() => import('./function-edit'), 'FunctionEdit');
const FunctionList = lazyPage(() => import('./function-list'), 'FunctionList');
const FunctionShow = lazyPage(() => import('./function-show'), 'FunctionShow');

export default {
  list: FunctionList,
  create: FunctionCreate,
  edit: FunctionEdit,
  show: FunctionShow,
  icon: Functions,
  recordRepresentation: 'name',
};
