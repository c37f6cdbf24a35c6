import { useRecordContext } from 'react-admin';
import type { Dto } from '../../api/types';
import { formatMoney } from '../../components/money';
import { useFormatLocale } from '../../components/use-format-time';

/** The amount of the order in context; a dash if the amount is unknown or the role may not see amounts. */
export function AmountField(_: { source?: string }) {
  const order = useRecordContext<Dto<'OrderDto'>>();
  const locale = useFormatLocale();
  if (!order || order.amount === null || order.currency === null) return '–';
  return formatMoney(order.amount, order.currency, locale);
}
