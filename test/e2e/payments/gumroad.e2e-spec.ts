import { describe, expect, it } from '@jest/globals';
import { gumroadEvents } from '../../support/payment-events.js';
import { describePaymentService } from '../../support/payment-service-suite.js';

const { open, post, issued, ignored } = describePaymentService({
  kind: 'gumroad',
  secret: null,
  product: 'photo',
  paid: (payment) => [
    gumroadEvents.sale(`${payment}==`),
    gumroadEvents.sale(`${payment}==`, { referrer: 'https://example.com' }),
  ],
  refunded: (payment) => gumroadEvents.sale(`${payment}==`, { resource_name: 'refund', refunded: 'true' }),
  partlyRefunded: (payment) => gumroadEvents.sale(`${payment}==`, { resource_name: 'refund' }),
  ignored: gumroadEvents.sale('0', { resource_name: 'cancellation' }),
  number: (payment) => `${payment}==`,
  sign: () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
  order: { quantity: 1, amount: 1500, currency: 'USD', contact: 'buyer@example.com' },
});

describe('Gumroad', () => {
  it('finds the product of a variant, or else the product', async () => {
    const shop = await open();
    const sale = (id: string) => gumroadEvents.sale(id, { 'variants[Tier]': 'Year', quantity: '2' });
    expect(await post(shop, sale('a'))).toMatchObject(issued);
    await shop.renameProduct('photo/Year');
    expect(await post(shop, sale('b'))).toMatchObject(issued);
    expect(await shop.orders()).toMatchObject([
      { product: 'Type', quantity: 2 },
      { product: 'Type', quantity: 2 },
    ]);
  });

  it('finds the product of a version whose name contains a comma or is very long', async () => {
    const shop = await open();
    const long = `photo/${'x'.repeat(200)}`;
    for (const [id, name] of [
      ['a', 'photo/1 year, 2 PCs'],
      ['b', long],
    ] as const) {
      await shop.renameProduct('another');
      const sale = gumroadEvents.sale(id, { 'variants[Tier]': name.slice('photo/'.length) });
      expect(await post(shop, sale)).toMatchObject({ status: 200, body: { result: 'failed' } });
      await shop.renameProduct(name.slice(0, 100));
      expect(await post(shop, sale)).toMatchObject(issued);
    }
    const [payment] = await shop.payments();
    expect(payment!.products.slice(0, 3)).toEqual(['photo/1 year, 2 PCs', 'qmgyx/1 year, 2 PCs', 'photo']);
  });

  it('finds a product that has no custom address', async () => {
    const shop = await open();
    await shop.renameProduct('qmgyx/Year');
    const sale = gumroadEvents.sale('a', { permalink: 'qmgyx', 'variants[Tier]': 'Year' });
    expect(await post(shop, sale)).toMatchObject(issued);
  });

  it('records what the giver of a gift has paid, and all prices in US dollars', async () => {
    const shop = await open();
    const gift = { is_gift_receiver_purchase: 'true', price: '0', gift_price: '1500' };
    expect(await post(shop, gumroadEvents.sale('a', gift))).toMatchObject(issued);
    expect(await post(shop, gumroadEvents.sale('b', { currency: 'jpy' }))).toMatchObject(issued);
    const paid = { amount: 1500, currency: 'USD' };
    expect(await shop.orders()).toMatchObject([paid, paid]);
  });

  it('does not let the buyer set the quantity in a custom field of the seller', async () => {
    const shop = await open();
    const custom = (name: string, value: string) => ({ [name]: value, [`custom_fields[${name}]`]: value });
    expect(await post(shop, gumroadEvents.sale('a', custom('quantity', '50')))).toMatchObject({
      status: 422,
      body: {
        code: 42201,
        message:
          'The event cannot be read: its custom field quantity has the name of a field of Gumroad: rename the custom field',
      },
    });
    expect(await shop.payments()).toEqual([]);
    expect(await post(shop, gumroadEvents.sale('a', custom('Company', 'Ann Ltd')))).toMatchObject(issued);
  });

  it('issues nothing for purchases of the seller and for other events', async () => {
    const shop = await open();
    expect(await post(shop, gumroadEvents.sale('a', { test: 'true' }))).toMatchObject(ignored);
    expect(await post(shop, gumroadEvents.sale('a', { resource_name: 'dispute' }))).toMatchObject(ignored);
    expect(await shop.payments()).toEqual([]);
  });

  it('freezes the cards of a disputed sale', async () => {
    const shop = await open();
    await post(shop, gumroadEvents.sale('a'));
    const dispute = { resource_name: 'dispute', disputed: 'true' };
    const refunded = { status: 200, body: { result: 'refunded' } };
    expect(await post(shop, gumroadEvents.sale('a', dispute))).toMatchObject(refunded);
    expect(await shop.orders()).toMatchObject([{ status: 'refunded' }]);
  });
});
