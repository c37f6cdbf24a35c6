import WebhookIcon from '@mui/icons-material/Webhook';
import { lazyPage } from '../../layout/lazy-page';

const WebhookCreate = lazyPage(() => import('./webhook-create'), 'WebhookCreate');
const WebhookEdit = lazyPage(() => import('./webhook-edit'), 'WebhookEdit');
const WebhookList = lazyPage(() => import('./webhook-list'), 'WebhookList');

export default {
  list: WebhookList,
  create: WebhookCreate,
  edit: WebhookEdit,
  icon: WebhookIcon,
  recordRepresentation: 'name',
};
