import History from '@mui/icons-material/History';
import type { Dto } from '../../api/types';
import { lazyPage } from '../../layout/lazy-page';

const AuditList = lazyPage(() => import('./audit-list'), 'AuditList');
const AuditShow = lazyPage(() => import('./audit-show'), 'AuditShow');

export default {
  list: AuditList,
  show: AuditShow,
  icon: History,
  recordRepresentation: ({ id }: Dto<'AuditRecordDto'>) => `#${id}`,
};
