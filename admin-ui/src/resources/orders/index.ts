import ReceiptLong from '@mui/icons-material/ReceiptLong';
import type { Dto } from '../../api/types';
import { lazyPage } from '../../layout/lazy-page';

const OrderCreate = lazyPage(() => import('./order-create'), 'OrderCreate');
const OrderList = lazyPage(() => import('./order-list'), 'OrderList');
const OrderShow = lazyPage(() => import('./order-show'), 'OrderShow');

export default {
  list: OrderList,
  create: OrderCreate,
  show: OrderShow,
  icon: ReceiptLong,
  recordRepresentation: ({ externalNo, requestKey }: Dto<'OrderDto'>) => externalNo ?? requestKey ?? '',
};
