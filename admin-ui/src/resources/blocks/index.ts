import BlockIcon from '@mui/icons-material/Block';
import type { Dto } from '../../api/types';
import { BlockCreate } from './block-create';
import { BlockEdit } from './block-edit';
import { BlockList } from './block-list';
import { BlockShow } from './block-show';

export default {
  list: BlockList,
  create: BlockCreate,
  edit: BlockEdit,
  show: BlockShow,
  icon: BlockIcon,
  recordRepresentation: ({ pattern }: Dto<'BlockDto'>) => pattern,
};
