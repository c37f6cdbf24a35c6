import { Webhook } from 'standardwebhooks';
import { isSameText } from '@app/platform';
import { parseEvent, textAt, valueAt } from './event-json.js';
import { minorUnits } from './minor-units.js';
import { IGNORED, type PaymentEvent, type PaymentService, type SignedRequest } from './payment-service.js';
import { paymentNumber, reportedPayment } from './reported-payment.js';
import { headerText, isRecent } from './signature.js';

/** Polar: orders, including the renewals of subscriptions. */
export const polar: PaymentService = { repeats: true, verify, read };

/** Verifies a signature of the Standard Webhooks specification. */
function verify({ headers, body }: SignedRequest, secret: string, now: number): boolean {
  const time = headerText(headers['webhook-timestamp']);
  const id = headerText(headers['webhook-id']);
  if (!isRecent(time, now) || id === '') return false;
  const signatures = headerText(headers['webhook-signature']).split(' ');
  // Refuses invalid UTF-8: decoding replaces all invalid bytes with the same character, so different bodies would have
  // the same signature.
  const text = body.toString('utf8');
  if (!Buffer.from(text).equals(body)) return false;
  return keysOf(secret).some((key) => {
    // oxlint-disable-next-line no-restricted-globals -- a time from the request, not the current time
    const right = key.sign(id, new Date(Number(time) * 1000), text);
    return signatures.some((signature) => isSameText(signature, right));
  });
}

/**
 * Returns the possible keys of a secret. Polar signs with the bytes whose base64 follows `whsec_`. With an older
 * secret, Polar signs with the secret's whole text instead.
 */
function keysOf(secret: string): Webhook[] {
  const whole = new Webhook(Buffer.from(secret, 'utf8').toString('base64'));
  try {
    return [new Webhook(secret), whole];
  } catch {
    // Not base64.
    return [whole];
  }
}

/**
 * True for an order that pays for a product or for a period of a subscription. Polar also reports other things as paid
 * orders: free trials, changes of a plan, the usage of a month, and the last usage of a cancelled subscription, which
 * looks like a renewal. Top-ups of a wallet have no product.
 */
function isForCard(order: unknown, products: readonly (string | undefined)[]): boolean {
  const status = textAt(order, 'subscription', 'status');
  if (products.every((product) => product === undefined)) return false;
  switch (textAt(order, 'billing_reason') ?? '') {
    case 'purchase':
      return true;
    case 'subscription_create':
      // A first order may also cost nothing because of a discount.
      return status !== 'trialing' || valueAt(order, 'total_amount') !== 0;
    case 'subscription_cycle':
      return status !== 'canceled';
    default:
      return false;
  }
}

function read(body: string): PaymentEvent {
  const event = parseEvent(body);
  const type = textAt(event, 'type');
  const order = valueAt(event, 'data');
  // After a partial refund the status is `partially_refunded`.
  if (type === 'order.refunded' && textAt(order, 'status') === 'refunded')
    return { type: 'refunded', refunds: [[paymentNumber(textAt(order, 'id'))]] };
  const products = [textAt(order, 'product_id'), textAt(order, 'product', 'id')];
  if (type !== 'order.paid' || !isForCard(order, products)) return IGNORED;
  const currency = textAt(order, 'currency');
  // Negative if the customer gets a credit, for which Polar pays nothing out.
  const total = Math.max(0, Number(valueAt(order, 'total_amount') ?? NaN));
  const payment = reportedPayment({
    number: textAt(order, 'id'),
    products,
    // Products that are sold by the seat. Only orders of a checkout contain their seats, so a renewal gets the
    // subscription's.
    quantity: valueAt(order, 'seats') ?? valueAt(order, 'subscription', 'seats') ?? 1,
    amount: minorUnits(total, currency),
    currency,
    contact: textAt(order, 'customer', 'email'),
  });
  return { type: 'paid', payments: [payment] };
}
