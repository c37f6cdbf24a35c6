import Storage from '@mui/icons-material/Storage';
import { lazyPage } from '../../layout/lazy-page';

const RemoteDataCreate = lazyPage(() => import('./remote-data-create'), 'RemoteDataCreate');
const RemoteDataEdit = lazyPage(() => import('./remote-data-edit'), 'RemoteDataEdit');
const RemoteDataList = lazyPage(() => import('./remote-data-list'), 'RemoteDataList');
const RemoteDataShow = lazyPage(() => import('./remote-data-show'), 'RemoteDataShow');

export default {
  list: RemoteDataList,
  create: RemoteDataCreate,
  edit: RemoteDataEdit,
  show: RemoteDataShow,
  icon: Storage,
  recordRepresentation: 'key',
};
