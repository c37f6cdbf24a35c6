import GppMaybe from '@mui/icons-material/GppMaybe';
import type { Dto } from '../../api/types';
import { lazyPage } from '../../layout/lazy-page';

const RequestList = lazyPage(() => import('./request-list'), 'RequestList');

export default {
  list: RequestList,
  icon: GppMaybe,
  recordRepresentation: ({ name, id }: Dto<'RefusalDto'>) => name ?? String(id),
};
