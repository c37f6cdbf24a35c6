import { isSameText } from '@app/platform';
import { parseEvent, textAt, valueAt } from './event-json.js';
import { IGNORED, type PaymentEvent, type PaymentService, type SignedRequest } from './payment-service.js';
import { paymentNumber, reportedPayment } from './reported-payment.js';
import { headerText, hmacSha256 } from './signature.js';

/** Lemon Squeezy: orders. */
export const lemonsqueezy: PaymentService = { repeats: true, verify, read };

/** `X-Signature` is the hexadecimal HMAC of the body. */
function verify({ headers, body }: SignedRequest, secret: string): boolean {
  return isSameText(headerText(headers['x-signature']), hmacSha256(secret, body).toString('hex'));
}

/**
 * True for the start of a subscription's free trial: Lemon Squeezy reports it as a paid order without a total. False for
 * a free product, and for an order that costs nothing because of a discount.
 */
function isTrial(order: unknown): boolean {
  const price = Number(valueAt(order, 'first_order_item', 'price') ?? 0);
  return valueAt(order, 'total') === 0 && valueAt(order, 'discount_total') === 0 && price > 0;
}

function read(body: string): PaymentEvent {
  const event = parseEvent(body);
  const name = textAt(event, 'meta', 'event_name');
  const order = valueAt(event, 'data', 'attributes');
  const status = textAt(order, 'status');
  const id = textAt(event, 'data', 'id');
  // After a partial refund the status is `partial_refund`.
  if (name === 'order_refunded' && status === 'refunded')
    return { type: 'refunded', refunds: [[paymentNumber(id)]] };
  if (name !== 'order_created' || status !== 'paid' || isTrial(order)) return IGNORED;
  const item = valueAt(order, 'first_order_item');
  const payment = reportedPayment({
    number: id,
    products: [textAt(item, 'variant_id'), textAt(item, 'product_id')],
    quantity: valueAt(item, 'quantity'),
    amount: Number(valueAt(order, 'total') ?? NaN),
    currency: textAt(order, 'currency'),
    contact: textAt(order, 'user_email'),
  });
  return { type: 'paid', payments: [payment] };
}
