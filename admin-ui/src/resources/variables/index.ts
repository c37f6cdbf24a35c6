import Tune from '@mui/icons-material/Tune';
import type { Dto } from '../../api/types';
import { VariableCreate } from './variable-create';
import { VariableEdit } from './variable-edit';
import { VariableList } from './variable-list';
import { VariableShow } from './variable-show';

export default {
  list: VariableList,
  create: VariableCreate,
  edit: VariableEdit,
  show: VariableShow,
  icon: Tune,
  recordRepresentation: ({ key }: Dto<'VariableDto'>) => key,
};
