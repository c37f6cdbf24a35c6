import BlockIcon from '@mui/icons-material/Block';
import { lazyPage } from '../../layout/lazy-page';

const BlockCreate = lazyPage(() => import('./block-create'), 'BlockCreate');
const BlockEdit = lazyPage(() => import('./block-edit'), 'BlockEdit');
const BlockList = lazyPage(() => import('./block-list'), 'BlockList');
const BlockShow = lazyPage(() => import('./block-show'), 'BlockShow');

export default {
  list: BlockList,
  create: BlockCreate,
  edit: BlockEdit,
  show: BlockShow,
  icon: BlockIcon,
  recordRepresentation: 'pattern',
};
