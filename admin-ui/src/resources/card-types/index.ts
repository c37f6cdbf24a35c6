import Style from '@mui/icons-material/Style';
import { CardTypeCreate } from './card-type-create';
import { CardTypeEdit } from './card-type-edit';
import { CardTypeList } from './card-type-list';

export default {
  list: CardTypeList,
  create: CardTypeCreate,
  edit: CardTypeEdit,
  icon: Style,
  recordRepresentation: 'name',
};
