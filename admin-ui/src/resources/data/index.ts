import Storage from '@mui/icons-material/Storage';
import type { Dto } from '../../api/types';
import { RemoteDataCreate } from './remote-data-create';
import { RemoteDataEdit } from './remote-data-edit';
import { RemoteDataList } from './remote-data-list';
import { RemoteDataShow } from './remote-data-show';

export default {
  list: RemoteDataList,
  create: RemoteDataCreate,
  edit: RemoteDataEdit,
  show: RemoteDataShow,
  icon: Storage,
  recordRepresentation: ({ key }: Dto<'RemoteDataDto'>) => key,
};
