import VpnKey from '@mui/icons-material/VpnKey';
import { ApiTokenCreate } from './api-token-create';
import { ApiTokenList } from './api-token-list';

export default { list: ApiTokenList, create: ApiTokenCreate, icon: VpnKey, recordRepresentation: 'name' };
