import Key from '@mui/icons-material/Key';
import { CardEdit } from './card-edit';
import { CardGenerate } from './card-generate';
import { CardList } from './card-list';
import { CardShow } from './card-show';

export default {
  list: CardList,
  create: CardGenerate,
  edit: CardEdit,
  show: CardShow,
  icon: Key,
  recordRepresentation: 'card',
};
