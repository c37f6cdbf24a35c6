import VpnKey from '@mui/icons-material/VpnKey';
import { lazyPage } from '../../layout/lazy-page';

const ApiTokenCreate = lazyPage(() => import('./api-token-create'), 'ApiTokenCreate');
const ApiTokenList = lazyPage(() => import('./api-token-list'), 'ApiTokenList');

export default { list: ApiTokenList, create: ApiTokenCreate, icon: VpnKey, recordRepresentation: 'name' };
