import GppMaybe from '@mui/icons-material/GppMaybe';
import type { Dto } from '../../api/types';
import { RequestList } from './request-list';

export default {
  list: RequestList,
  icon: GppMaybe,
  recordRepresentation: ({ name, id }: Dto<'RefusalDto'>) => name ?? String(id),
};
