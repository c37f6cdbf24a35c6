import NotificationsIcon from '@mui/icons-material/NotificationsOutlined';
import type { Dto } from '../../api/types';
import { NotifierCreate } from './notifier-create';
import { NotifierEdit } from './notifier-edit';
import { NotifierList } from './notifier-list';

export default {
  list: NotifierList,
  create: NotifierCreate,
  edit: NotifierEdit,
  icon: NotificationsIcon,
  recordRepresentation: ({ name }: Dto<'NotifierDto'>) => name,
};
