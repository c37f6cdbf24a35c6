import Functions from '@mui/icons-material/Functions';
import type { Dto } from '../../api/types';
import { FunctionCreate } from './function-create';
import { FunctionEdit } from './function-edit';
import { FunctionList } from './function-list';
import { FunctionShow } from './function-show';

export default {
  list: FunctionList,
  create: FunctionCreate,
  edit: FunctionEdit,
  show: FunctionShow,
  icon: Functions,
  recordRepresentation: ({ name }: Dto<'ListedFunctionDto'>) => name,
};
