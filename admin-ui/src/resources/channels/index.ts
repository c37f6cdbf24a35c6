import Storefront from '@mui/icons-material/Storefront';
import { lazyPage } from '../../layout/lazy-page';

const ChannelCreate = lazyPage(() => import('./channel-create'), 'ChannelCreate');
const ChannelEdit = lazyPage(() => import('./channel-edit'), 'ChannelEdit');
const ChannelList = lazyPage(() => import('./channel-list'), 'ChannelList');
const ChannelShow = lazyPage(() => import('./channel-show'), 'ChannelShow');

export default {
  list: ChannelList,
  create: ChannelCreate,
  edit: ChannelEdit,
  show: ChannelShow,
  icon: Storefront,
  recordRepresentation: 'name',
};
