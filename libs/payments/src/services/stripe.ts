import { isSameText } from '@app/platform';
import { parseEvent, textAt, valueAt } from './event-json.js';
import { minorUnits } from './minor-units.js';
import {
  IGNORED,
  type PaymentEvent,
  type PaymentService,
  type Refund,
  type SignedRequest,
} from './payment-service.js';
import { paymentNumber, reportedPayment } from './reported-payment.js';
import { headerText, hmacSha256, isRecent } from './signature.js';

/** Events of a checkout session that may have been paid. */
const PAID = new Set(['checkout.session.completed', 'checkout.session.async_payment_succeeded']);
/** Prefixes of dispute states in which no money is withdrawn. */
const NOT_TAKEN = ['warning_', 'prevented'];

/** Stripe: payments through Checkout, for example with payment links. */
export const stripe: PaymentService = { repeats: true, verify, read };

/** `Stripe-Signature: t=1700000000,v1=…,v1=…`; during a rotation there is a `v1` for each secret. */
function verify({ headers, body }: SignedRequest, secret: string, now: number): boolean {
  const pairs = headerText(headers['stripe-signature'])
    .split(',')
    .map((pair) => pair.split('=', 2));
  const time = pairs.find(([name]) => name === 't')?.[1] ?? '';
  const right = hmacSha256(secret, `${time}.`, body).toString('hex');
  const signatures = pairs.filter(([name]) => name === 'v1');
  return isRecent(time, now) && signatures.some(([, signature = '']) => isSameText(signature, right));
}

/** True for a charge that was refunded in full, and for a dispute that withdrew the money. */
function returnsMoney(type: string, object: unknown): boolean {
  switch (type) {
    case 'charge.refunded':
      // A charge whose money was returned in part is not marked as refunded.
      return valueAt(object, 'refunded') === true;
    case 'charge.dispute.created':
      // A bank's inquiry withdraws money only if it becomes a dispute.
      return NOT_TAKEN.every((beginning) => !textAt(object, 'status')?.startsWith(beginning));
    case 'charge.dispute.funds_withdrawn':
      return true;
    default:
      return false;
  }
}

/**
 * Returns the numbers under which a payment may have been reported: the id of its payment intent or, for a
 * subscription, of its invoice. Charges contain the id of the invoice only in API versions before 2025-03-31. Returns
 * undefined for a charge without a number: it was made directly, by another system.
 */
function numbersOf(object: unknown): Refund | undefined {
  const invoice = textAt(object, 'invoice');
  const number = textAt(object, 'payment_intent') ?? invoice;
  if (number === undefined) return undefined;
  const payment = paymentNumber(number);
  return invoice === undefined || invoice === payment ? [payment] : [payment, paymentNumber(invoice)];
}

function read(body: string): PaymentEvent {
  const event = parseEvent(body);
  const type = textAt(event, 'type') ?? '';
  const object = valueAt(event, 'data', 'object');
  if (returnsMoney(type, object)) {
    const numbers = numbersOf(object);
    return numbers ? { type: 'refunded', refunds: [numbers] } : IGNORED;
  }
  if (!PAID.has(type) || textAt(object, 'payment_status') !== 'paid') return IGNORED;
  const currency = textAt(object, 'currency');
  const payment = reportedPayment({
    // The session's own id is too long for a payment number. A session of a subscription has an invoice instead of a
    // payment intent.
    number: textAt(object, 'payment_intent') ?? textAt(object, 'invoice'),
    // `client_reference_id` is not used, since buyers can set it in the address of a payment link.
    products: [textAt(object, 'metadata', 'latchkey_product'), textAt(object, 'payment_link')],
    amount: minorUnits(Number(valueAt(object, 'amount_total') ?? NaN), currency),
    currency,
    contact: textAt(object, 'customer_details', 'email') ?? textAt(object, 'customer_email'),
  });
  return { type: 'paid', payments: [payment] };
}
