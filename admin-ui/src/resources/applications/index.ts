import Apps from '@mui/icons-material/Apps';
import type { Application } from '../../api/types';
import { ApplicationCreatePage } from './application-create-page';
import { ApplicationEdit } from './application-edit';
import { ApplicationShow } from './application-show';
import { ApplicationsList } from './applications-list';

export default {
  list: ApplicationsList,
  create: ApplicationCreatePage,
  edit: ApplicationEdit,
  show: ApplicationShow,
  icon: Apps,
  recordRepresentation: ({ name }: Application) => name,
};
