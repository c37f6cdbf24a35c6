import ReceiptLong from '@mui/icons-material/ReceiptLong';
import type { Dto } from '../../api/types';
import { OrderCreate } from './order-create';
import { OrderList } from './order-list';
import { OrderShow } from './order-show';

export default {
  list: OrderList,
  create: OrderCreate,
  show: OrderShow,
  icon: ReceiptLong,
  recordRepresentation: ({ externalNo, requestKey }: Dto<'OrderDto'>) => externalNo ?? requestKey ?? '',
};
