import { describe, expect, it } from '@jest/globals';
import { PaymentRetryJob } from '@app/payments';
import { lemonsqueezyEvents } from '../../support/payment-events.js';
import { describePaymentService } from '../../support/payment-service-suite.js';

const SECRET = 'a secret of the seller';

const { open, post, issued, ignored, failed, server } = describePaymentService({
  kind: 'lemonsqueezy',
  secret: SECRET,
  product: '8123',
  paid: (payment) => [
    lemonsqueezyEvents.order(payment),
    lemonsqueezyEvents.order(payment, { user_name: 'Ann B' }),
  ],
  refunded: (payment) =>
    lemonsqueezyEvents.order(payment, { status: 'refunded', refunded: true }, 'order_refunded'),
  partlyRefunded: (payment) =>
    lemonsqueezyEvents.order(payment, { status: 'partial_refund' }, 'order_refunded'),
  ignored: lemonsqueezyEvents.order('0', { status: 'pending' }),
  number: (payment) => payment,
  sign: (body) => lemonsqueezyEvents.sign(body, SECRET),
  order: { quantity: 1, amount: 2399, currency: 'EUR', contact: 'buyer@example.com' },
});

describe('Lemon Squeezy', () => {
  it('issues as many cards as were bought, of the variant or else of the product', async () => {
    const shop = await open();
    await shop.renameProduct('701');
    const body = lemonsqueezyEvents.order('1', {}, 'order_created', { quantity: 3 });
    expect(await post(shop, body)).toMatchObject(issued);
    expect(await shop.orders()).toMatchObject([{ quantity: 3, product: 'Type' }]);
  });

  it('issues more cards than the channel allowed once the channel allows them', async () => {
    const shop = await open(undefined, { maxPerOrder: 2 });
    const body = lemonsqueezyEvents.order('1', {}, 'order_created', { quantity: 3 });
    expect(await post(shop, body)).toMatchObject(failed);
    expect(await shop.payments()).toMatchObject([{ status: 'failed', fault: 'too_many_cards' }]);
    await shop.edit({ maxPerOrder: 3 });
    server().clock.advance(600);
    await server().get(PaymentRetryJob).run();
    expect(await shop.orders()).toMatchObject([{ quantity: 3 }]);
  });

  it('issues nothing for a free trial, but a card for an order without a total because of a discount', async () => {
    const shop = await open();
    const free = { subtotal: 0, discount_total: 0, tax: 0, total: 0 };
    expect(await post(shop, lemonsqueezyEvents.order('1', free))).toMatchObject(ignored);
    const discounted = { ...free, subtotal: 1999, discount_total: 1999 };
    expect(await post(shop, lemonsqueezyEvents.order('2', discounted))).toMatchObject(issued);
    expect(await shop.orders()).toMatchObject([{ externalNo: '2', amount: 0 }]);
  });

  it('issues nothing for orders that are not paid and for other events', async () => {
    const shop = await open();
    for (const status of ['pending', 'failed', 'fraudulent'])
      expect(await post(shop, lemonsqueezyEvents.order('1', { status }))).toMatchObject(ignored);
    expect(await post(shop, lemonsqueezyEvents.order('1', {}, 'license_key_created'))).toMatchObject(ignored);
    expect(await shop.payments()).toEqual([]);
  });
});
