import { IGNORED, type PaymentEvent, type PaymentService, UnreadableEvent } from './payment-service.js';
import { paymentNumber, reportedPayment } from './reported-payment.js';

const MAX_FIELDS = 1000;

/**
 * Gumroad: sales, including the renewals of memberships. Gumroad does not sign its events, so the channel's key is the
 * only proof of their origin.
 */
export const gumroad: PaymentService = { repeats: true, read };

function read(body: string): PaymentEvent {
  if (body.split('&', MAX_FIELDS + 1).length > MAX_FIELDS)
    throw new UnreadableEvent('it has too many fields');
  const form = new URLSearchParams(body);
  const text = (name: string) => {
    // Gumroad replaces its own fields with the buyer's answers to the seller's custom fields of the same names.
    if (form.has(`custom_fields[${name}]`))
      throw new UnreadableEvent(
        `its custom field ${name} has the name of a field of Gumroad: rename the custom field`,
      );
    return form.get(name) || undefined;
  };
  const is = (name: string) => text(name) === 'true';
  const about = text('resource_name') ?? 'sale';
  const number = text('sale_id');
  // The event of a partial refund is not marked as refunded. After a won dispute, a sale stays marked as disputed.
  if (is('refunded') || (is('disputed') && !is('dispute_won')))
    return { type: 'refunded', refunds: [[paymentNumber(number)]] };
  const isTrial = is('test') || is('is_preorder_authorization');
  if (about !== 'sale' || is('disputed') || isTrial) return IGNORED;
  // `permalink` is the last part of the product's address, which the seller may have chosen; `short_product_id` is the
  // one that Gumroad has generated.
  const permalinks = [...new Set([text('permalink'), text('short_product_id')])];
  // Only a custom field can have the name `variants` alone. It replaces all variants.
  const variants = [...form.keys()].filter((name) => /^variants(\[[^\]]*\])?$/.test(name)).map(text);
  const payment = reportedPayment({
    number,
    products: [
      ...(variants.length > 0
        ? permalinks.map((permalink) => permalink && [permalink, ...variants].join('/'))
        : []),
      ...permalinks,
      text('product_id'),
    ],
    quantity: text('quantity'),
    // The `price` of a gift is 0, since its recipient pays nothing. `price` and `gift_price` are in US cents;
    // `currency` is the currency in which the seller priced the product.
    amount: Number(text(is('is_gift_receiver_purchase') ? 'gift_price' : 'price') ?? NaN),
    currency: 'USD',
    contact: text('email'),
  });
  return { type: 'paid', payments: [payment] };
}
