import { done, refused, type WorldRule } from './outcomes.js';
import { changed } from './world.js';

/**
 * A new or repeated order of the customer's shop. A repeated order returns the same cards; with a different quantity it
 * is refused.
 */
export function order(orderNo: string, quantity: number): WorldRule {
  return (world, { reply }) => {
    const earlier = world.orders[orderNo];
    if (earlier && earlier.quantity !== quantity) return refused(world, 40901);
    const text = reply?.code === 0 ? String(reply.result.text) : null;
    const isOther = earlier?.text != null && text !== null && earlier.text !== text;
    if (isOther || (text !== null && text.split('\n').length !== quantity)) return [];
    return done(
      changed(
        world,
        ({ orders }) => void (orders[orderNo] = { quantity, text: text ?? earlier?.text ?? null }),
      ),
    );
  };
}
