import { describe, expect, it } from '@jest/globals';
import { polarEvents } from '../../support/payment-events.js';
import { describePaymentService } from '../../support/payment-service-suite.js';
import { PaymentShop } from '../../support/payment-shop.js';

const KEY = Buffer.from('0123456789abcdef0123456789abcdef');
const SECRET = `whsec_${KEY.toString('base64')}`;
const PRODUCT = '5b7c0d2e-1f3a-4b5c-8d6e-7f8091a2b3c4';

const { open, post, issued, ignored, server } = describePaymentService({
  kind: 'polar',
  secret: SECRET,
  product: PRODUCT,
  paid: (payment) => [
    polarEvents.order(`o-${payment}`),
    polarEvents.order(`o-${payment}`, { is_invoice_generated: true }),
  ],
  refunded: (payment) => polarEvents.order(`o-${payment}`, { status: 'refunded' }, 'order.refunded'),
  partlyRefunded: (payment) =>
    polarEvents.order(`o-${payment}`, { status: 'partially_refunded' }, 'order.refunded'),
  ignored: polarEvents.order('o-0', {}, 'order.created'),
  number: (payment) => `o-${payment}`,
  sign: (body, now) => polarEvents.sign(body, KEY, now),
  order: { quantity: 1, amount: 1190, currency: 'USD', contact: 'buyer@example.com' },
});

describe('Polar', () => {
  it('may sign with an older secret, whose text is the key', async () => {
    const secret = 'polar_whs_ovyN6cPrTv56AApvzCaJno08SSmGJmgbWilb33N2JuK';
    const shop = await PaymentShop.create(server(), 'polar', secret, PRODUCT);
    const body = polarEvents.order('o-1');
    const headers = polarEvents.sign(body, Buffer.from(secret), server().clock.now());
    expect(await shop.post(body, headers)).toMatchObject(issued);
  });

  it('issues a card for each seat, and for each renewal', async () => {
    const shop = await open();
    const subscription = { status: 'active', seats: 5 };
    const first = { billing_reason: 'subscription_create', seats: 4, subscription };
    expect(await post(shop, polarEvents.order('o-1', first))).toMatchObject(issued);
    const renewal = { billing_reason: 'subscription_cycle', subscription };
    expect(await post(shop, polarEvents.order('o-2', renewal))).toMatchObject(issued);
    const withoutSeats = { ...renewal, subscription: { status: 'active', seats: null } };
    expect(await post(shop, polarEvents.order('o-3', withoutSeats))).toMatchObject(issued);
    expect(await shop.orders()).toMatchObject([{ quantity: 4 }, { quantity: 5 }, { quantity: 1 }]);
  });

  it('issues nothing for usage, for a cancelled subscription and for the top-up of a wallet', async () => {
    const shop = await open();
    const orders = [
      { billing_reason: 'subscription_meter_cycle', subscription: { status: 'active' } },
      { billing_reason: 'subscription_cycle', subscription: { status: 'canceled' } },
      { product_id: null, product: null },
    ];
    for (const [index, order] of orders.entries())
      expect(await post(shop, polarEvents.order(`o-${index}`, order))).toMatchObject(ignored);
    expect(await shop.payments()).toEqual([]);
  });

  it('records amounts in minor units of the currency, and a credit as 0', async () => {
    const shop = await open();
    await post(shop, polarEvents.order('o-1', { currency: 'isk', total_amount: 50_000 }));
    await post(shop, polarEvents.order('o-2', { total_amount: -300 }));
    expect(await shop.orders()).toMatchObject([
      { amount: 500, currency: 'ISK' },
      { amount: 0, currency: 'USD' },
    ]);
  });

  it('issues nothing before the payment', async () => {
    const shop = await open();
    expect(await post(shop, polarEvents.order('o-1', { status: 'pending' }, 'order.created'))).toMatchObject(
      ignored,
    );
    expect(await shop.payments()).toEqual([]);
  });
});
