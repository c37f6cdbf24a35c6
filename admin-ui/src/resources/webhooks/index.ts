import WebhookIcon from '@mui/icons-material/Webhook';
import type { Dto } from '../../api/types';
import { WebhookCreate } from './webhook-create';
import { WebhookEdit } from './webhook-edit';
import { WebhookList } from './webhook-list';

export default {
  list: WebhookList,
  create: WebhookCreate,
  edit: WebhookEdit,
  icon: WebhookIcon,
  recordRepresentation: ({ name }: Dto<'WebhookDto'>) => name,
};
