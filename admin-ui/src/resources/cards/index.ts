import Key from '@mui/icons-material/Key';
import { lazyPage } from '../../layout/lazy-page';

const CardEdit = lazyPage(() => import('./card-edit'), 'CardEdit');
const CardGenerate = lazyPage(() => import('./card-generate'), 'CardGenerate');
const CardList = lazyPage(() => import('./card-list'), 'CardList');
const CardShow = lazyPage(() => import('./card-show'), 'CardShow');

export default {
  list: CardList,
  create: CardGenerate,
  edit: CardEdit,
  show: CardShow,
  icon: Key,
  recordRepresentation: 'card',
};
