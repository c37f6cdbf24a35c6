import { currencyDecimals, isSameText } from '@app/platform';
import { listAt, parseEvent, textAt, valueAt } from './event-json.js';
import { IGNORED, type PaymentEvent, type PaymentService, type SignedRequest } from './payment-service.js';
import { paymentNumber, reportedPayment } from './reported-payment.js';
import { headerText, hmacSha256 } from './signature.js';

/** States of a paid order. Orders to be paid on delivery also have these states, but no payment time. */
const PAID = new Set(['processing', 'completed']);

/** WooCommerce: orders; each item of an order is a payment of its own. */
export const woocommerce: PaymentService = { repeats: false, isPing, verify, read };

/** True for the request that is sent when the webhook is saved: a form without a signature. */
function isPing({ headers, body }: SignedRequest): boolean {
  return (
    headers['x-wc-webhook-signature'] === undefined && /^webhook_id=\d{1,20}$/.test(body.toString('latin1'))
  );
}

/** `X-WC-Webhook-Signature` is the base64 of the HMAC of the body. */
function verify({ headers, body }: SignedRequest, secret: string): boolean {
  const given = headerText(headers['x-wc-webhook-signature']);
  return isSameText(given, hmacSha256(secret, body).toString('base64'));
}

function read(body: string): PaymentEvent {
  const order = parseEvent(body);
  const status = textAt(order, 'status') ?? '';
  const id = textAt(order, 'id');
  const items = listAt(order, 'line_items');
  const numberOf = (item: unknown) =>
    paymentNumber(`${paymentNumber(id)}-${paymentNumber(textAt(item, 'id'))}`);
  if (status === 'refunded') return { type: 'refunded', refunds: items.map((item) => [numberOf(item)]) };
  if (!PAID.has(status) || textAt(order, 'date_paid') === undefined) return IGNORED;
  const currency = textAt(order, 'currency');
  const payments = items.filter(isCards).map((item) =>
    reportedPayment({
      number: numberOf(item),
      products: [textAt(item, 'variation_id'), textAt(item, 'product_id')],
      quantity: valueAt(item, 'quantity'),
      amount: amountOf(item, currency),
      currency,
      contact: textAt(order, 'billing', 'email'),
      paidAt: paymentTimeOf(order),
    }),
  );
  return { type: 'paid', payments };
}

/** Returns the time of the payment; `undefined` if the order does not state it. */
function paymentTimeOf(order: unknown): number | undefined {
  try {
    // A time in UTC without an offset.
    return Temporal.Instant.from(`${textAt(order, 'date_paid_gmt')}Z`).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/**
 * False for an item for which no card can be issued, such as half a metre of cloth. Such an item must not prevent cards
 * from being issued for the other items.
 */
function isCards(item: unknown): boolean {
  const quantity = Number(valueAt(item, 'quantity') ?? 1);
  return Number.isInteger(quantity) && quantity > 0;
}

/**
 * Returns the amount paid for an item including its tax, in minor units. WooCommerce sends decimal numbers as texts.
 */
function amountOf(item: unknown, currency = ''): number {
  const total = Number(textAt(item, 'total') ?? NaN) + Number(textAt(item, 'total_tax') ?? 0);
  return Math.round(total * 10 ** currencyDecimals(currency));
}
