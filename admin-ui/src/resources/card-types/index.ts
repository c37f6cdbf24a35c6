import Style from '@mui/icons-material/Style';
import { lazyPage } from '../../layout/lazy-page';

const CardTypeCreate = lazyPage(() => import('./card-type-create'), 'CardTypeCreate');
const CardTypeEdit = lazyPage(() => import('./card-type-edit'), 'CardTypeEdit');
const CardTypeList = lazyPage(() => import('./card-type-list'), 'CardTypeList');

export default {
  list: CardTypeList,
  create: CardTypeCreate,
  edit: CardTypeEdit,
  icon: Style,
  recordRepresentation: 'name',
};
