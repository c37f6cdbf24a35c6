import { OrderError, type OrderRefusal } from '@app/orders';
import { type AdminError, invalid, problem, refusal } from '../../errors/admin-error.js';

type Params = OrderError['params'];

/** Maps refusals of orders to codes of the admin API. */
const REFUSALS: Partial<Record<OrderRefusal, (params: Params) => AdminError>> = {
  number_used: () => invalid({ requestKey: problem('order_key_used') }),
  out_of_stock: ({ available, quantity }) =>
    refusal('out_of_stock', { available: Number(available), quantity: Number(quantity) }),
  too_many_cards: ({ max }) => refusal('channel_order_limit', { max: Number(max) }),
  day_limit: ({ left }) => refusal('channel_day_limit', { left: Number(left) }),
  keys_used_up: () => refusal('keys_taken'),
};

/**
 * Returns the refusal of the admin API for a refused order; other errors are returned unchanged.
 * @param typeField the field of the request that contains the product or card type
 */
export function asAdminError(error: unknown, typeField: 'product' | 'cardTypeId'): unknown {
  if (!(error instanceof OrderError)) return error;
  const { reason, params } = error;
  if (reason === 'unknown_card_type') return invalid({ [typeField]: problem('unknown_card_type') });
  return REFUSALS[reason]?.(params) ?? error;
}
