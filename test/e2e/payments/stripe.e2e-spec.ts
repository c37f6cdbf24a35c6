import { describe, expect, it } from '@jest/globals';
import { ChannelProduct } from '@app/database';
import { Stripe } from 'stripe';
import { stripeEvents } from '../../support/payment-events.js';
import { describePaymentService } from '../../support/payment-service-suite.js';

const SECRET = 'whsec_8f3a1c5e7b9d2f4a6c8e0b1d3f5a7c9e';
const { webhooks } = new Stripe('sk_test_0');
const sign = (payload: string, now: number, secret = SECRET) => ({
  'stripe-signature': webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(now / 1000),
  }),
});

const { open, post, issued, ignored, failed, server } = describePaymentService({
  kind: 'stripe',
  secret: SECRET,
  product: 'plink_1RgRPqEEXQJo9EEO',
  paid: (payment) => [
    stripeEvents.session(`pi_${payment}`),
    stripeEvents.session(`pi_${payment}`, {}, 'checkout.session.async_payment_succeeded'),
  ],
  refunded: (payment) => stripeEvents.refund(`pi_${payment}`),
  partlyRefunded: (payment) => stripeEvents.refund(`pi_${payment}`, { refunded: false, amount_refunded: 5 }),
  ignored: stripeEvents.session('pi_0', {}, 'checkout.session.expired'),
  number: (payment) => `pi_${payment}`,
  sign,
  order: { quantity: 1, amount: 1990, currency: 'USD', contact: 'buyer@example.com' },
});

describe('Stripe', () => {
  it('issues cards when a slow payment succeeds, and not before', async () => {
    const shop = await open();
    const pending = stripeEvents.session('pi_1', { payment_status: 'unpaid' });
    expect(await post(shop, pending)).toMatchObject(ignored);
    expect(await shop.payments()).toEqual([]);
    const done = stripeEvents.session('pi_1', {}, 'checkout.session.async_payment_succeeded');
    expect(await post(shop, done)).toMatchObject(issued);
  });

  it('finds the product in the metadata, and never where buyers can write', async () => {
    const shop = await open();
    await shop.renameProduct('Month');
    const link = { payment_link: 'plink_other' };
    const chosen = stripeEvents.session('pi_1', { ...link, client_reference_id: 'Month' });
    expect(await post(shop, chosen)).toMatchObject(failed);
    const sold = stripeEvents.session('pi_2', { ...link, metadata: { latchkey_product: 'Month' } });
    expect(await post(shop, sold)).toMatchObject(issued);
    expect(await shop.orders()).toMatchObject([{ externalNo: 'pi_2' }]);
  });

  it('does not take the id of a card type for a product', async () => {
    const shop = await open();
    const { cardTypeId } = await server().dataSource.manager.findOneByOrFail(ChannelProduct, {
      channelId: shop.channel.id,
    });
    const event = stripeEvents.session('pi_1', { payment_link: String(cardTypeId) });
    expect(await post(shop, event)).toMatchObject(failed);
    expect(await shop.orders()).toEqual([]);
  });

  it('may not send an event that is older than five minutes', async () => {
    const shop = await open();
    const body = stripeEvents.session('pi_1');
    const now = server().clock.now();
    expect(await shop.post(body, sign(body, now - 301_000))).toMatchObject({ status: 401 });
    expect(await shop.post(body, sign(body, now - 299_000))).toMatchObject(issued);
  });

  it('freezes the cards of a charge-back, and not those of an inquiry', async () => {
    const shop = await open();
    await post(shop, stripeEvents.session('pi_1'));
    const inquiry = { status: 'warning_needs_response' };
    expect(await post(shop, stripeEvents.dispute('pi_1', undefined, inquiry))).toMatchObject(ignored);
    expect(await shop.orders()).toMatchObject([{ status: 'issued' }]);
    const refunded = { status: 200, body: { result: 'refunded' } };
    expect(await post(shop, stripeEvents.dispute('pi_1'))).toMatchObject(refunded);
    expect(await shop.orders()).toMatchObject([{ status: 'refunded' }]);
  });

  it('matches the refund of a subscription by its invoice, whichever arrives first', async () => {
    const shop = await open();
    const subscription = (invoice: string) =>
      stripeEvents.session(invoice, { payment_intent: null, invoice, mode: 'subscription' });
    await post(shop, subscription('in_1'));
    await post(shop, stripeEvents.refund('pi_1', { invoice: 'in_1' }));
    expect(await shop.orders()).toMatchObject([{ externalNo: 'in_1', status: 'refunded' }]);
    expect(await shop.payments()).toMatchObject([{ externalNo: 'in_1', status: 'refunded' }]);
    await post(shop, stripeEvents.refund('pi_2', { invoice: 'in_2' }));
    await post(shop, subscription('in_2'));
    expect(await shop.orders()).toHaveLength(1);
  });

  it('records what was paid, also if it is not the price of the product', async () => {
    const shop = await open();
    await post(shop, stripeEvents.session('pi_1', { amount_total: 1, currency: 'jpy' }));
    expect(await shop.orders()).toMatchObject([{ amount: 1, currency: 'JPY' }]);
    await post(shop, stripeEvents.session('pi_2', { amount_total: null }));
    expect((await shop.orders())[1]).toMatchObject({ amount: 3000, currency: 'CNY' });
  });
});
