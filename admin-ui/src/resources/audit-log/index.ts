import History from '@mui/icons-material/History';
import type { Dto } from '../../api/types';
import { AuditList } from './audit-list';
import { AuditShow } from './audit-show';

export default {
  list: AuditList,
  show: AuditShow,
  icon: History,
  recordRepresentation: ({ id }: Dto<'AuditRecordDto'>) => `#${id}`,
};
