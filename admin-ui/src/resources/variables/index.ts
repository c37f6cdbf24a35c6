import Tune from '@mui/icons-material/Tune';
import { lazyPage } from '../../layout/lazy-page';

const VariableCreate = lazyPage(() => import('./variable-create'), 'VariableCreate');
const VariableEdit = lazyPage(() => import('./variable-edit'), 'VariableEdit');
const VariableList = lazyPage(() => import('./variable-list'), 'VariableList');
const VariableShow = lazyPage(() => import('./variable-show'), 'VariableShow');

export default {
  list: VariableList,
  create: VariableCreate,
  edit: VariableEdit,
  show: VariableShow,
  icon: Tune,
  recordRepresentation: 'key',
};
