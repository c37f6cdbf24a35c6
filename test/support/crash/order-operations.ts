import type { Make, OnBehalfOf, Operation } from './operation.js';
import { order as orderRule } from './order-rules.js';
import { ofShop } from './traffic.js';

const MAX_QUANTITY = 3;

/** Orders cards with a new number, or with an earlier number whose answer may have been lost. */
export const order: Make = (customer, { which, usedUp }) => {
  const earlier = Object.entries(customer.world.orders);
  const again = which % 2 === 0 ? earlier[which % earlier.length] : undefined;
  if (!again) return orderOf(customer, customer.newValue(), 1 + (which % MAX_QUANTITY));
  const [orderNo, { quantity }] = again;
  // Sometimes the repeat has a wrong quantity.
  return orderOf(customer, orderNo, usedUp ? (quantity % MAX_QUANTITY) + 1 : quantity);
};

export function orderOf({ shop }: OnBehalfOf, orderNo: string, quantity: number): Operation {
  const body = { order_no: orderNo, card_type: 'Card', quantity };
  return {
    kind: 'order',
    changes: true,
    send: () => ofShop(shop.orders.order(body)),
    rule: orderRule(orderNo, quantity),
  };
}
