import Storefront from '@mui/icons-material/Storefront';
import type { Dto } from '../../api/types';
import { ChannelCreate } from './channel-create';
import { ChannelEdit } from './channel-edit';
import { ChannelList } from './channel-list';
import { ChannelShow } from './channel-show';

export default {
  list: ChannelList,
  create: ChannelCreate,
  edit: ChannelEdit,
  show: ChannelShow,
  icon: Storefront,
  recordRepresentation: ({ name }: Dto<'ChannelDto'>) => name,
};
