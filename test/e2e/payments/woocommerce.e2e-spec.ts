import { describe, expect, it, jest } from '@jest/globals';
import { Channel, Payment } from '@app/database';
import { PaymentIntake, PaymentRetryJob } from '@app/payments';
import type { EntitySubscriberInterface } from 'typeorm';
import { AdminClient } from '../../support/admin-client.js';
import { woocommerceEvents } from '../../support/payment-events.js';
import { describePaymentService } from '../../support/payment-service-suite.js';

const SECRET = 'ck <&> "secret" 秘密';

const { open, post, issued, ignored, server } = describePaymentService({
  kind: 'woocommerce',
  secret: SECRET,
  product: '93',
  paid: (payment) => [
    woocommerceEvents.order(Number(payment)),
    woocommerceEvents.order(Number(payment), { status: 'completed', billing: { email: 'new@example.com' } }),
  ],
  refunded: (payment) => woocommerceEvents.order(Number(payment), { status: 'refunded' }),
  partlyRefunded: (payment) =>
    woocommerceEvents.order(Number(payment), { refunds: [{ id: 1, total: '-5.00' }] }),
  ignored: woocommerceEvents.order(1, { status: 'pending' }),
  number: (payment) => `${payment}-315`,
  sign: (body) => woocommerceEvents.sign(body, SECRET),
  order: { quantity: 1, amount: 2400, currency: 'EUR', contact: 'buyer@example.com' },
  repeats: false,
});

describe('WooCommerce', () => {
  it('can try the address out before the channel has a secret', async () => {
    const shop = await open(undefined, { secretSealed: null });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await shop.post('webhook_id=7', form)).toMatchObject(ignored);
    expect(await shop.post('webhook_id=7&id=1', form)).toMatchObject({ status: 403 });
  });

  it('issues cards for each item of an order, also if one fails at first', async () => {
    const shop = await open();
    const body = woocommerceEvents.order(7, {}, [{ quantity: 2 }, { product_id: 94 }, { product_id: 93 }]);
    expect(await post(shop, body)).toMatchObject({ status: 200, body: { result: 'failed' } });
    expect(await shop.orders()).toMatchObject([
      { externalNo: '7-315', quantity: 2 },
      { externalNo: '7-317', quantity: 1 },
    ]);
    expect(await shop.payments()).toMatchObject([
      { status: 'issued' },
      { status: 'failed', fault: 'unknown_card_type', products: ['94'] },
      { status: 'issued' },
    ]);
    await shop.renameProduct('94');
    expect(await post(shop, body)).toMatchObject(issued);
    expect((await shop.orders()).map(({ externalNo }) => externalNo)).toEqual(['7-315', '7-317', '7-316']);
  });

  it('issues the other items if one fails unexpectedly, and the failed item a minute later', async () => {
    const shop = await open();
    const fault: EntitySubscriberInterface = {
      // Runs in the transaction of the order.
      beforeUpdate({ metadata }) {
        if (metadata.tableName !== 'payments') return;
        subscribers.splice(subscribers.indexOf(fault), 1);
        throw new Error('no order now');
      },
    };
    const { subscribers } = server().dataSource;
    subscribers.push(fault);
    const body = woocommerceEvents.order(9, {}, [{}, {}]);
    expect(await post(shop, body)).toMatchObject({ status: 200, body: { result: 'failed' } });
    const ofOrders = async () => (await shop.orders()).map(({ externalNo }) => externalNo);
    expect(await ofOrders()).toEqual(['9-316']);
    expect(await shop.payments()).toMatchObject([{ status: 'pending', fault: null }, { status: 'issued' }]);
    const job = server().get(PaymentRetryJob);
    await job.run();
    expect(await ofOrders()).toEqual(['9-316']);
    server().clock.advance(60);
    const { manager } = server().dataSource;
    const setEnabled = (enabled: boolean) => manager.update(Channel, { id: shop.channel.id }, { enabled });
    await setEnabled(false);
    await job.run();
    expect(await ofOrders()).toEqual(['9-316']);
    await setEnabled(true);
    await job.run();
    expect(await ofOrders()).toEqual(['9-316', '9-315']);
    expect(await shop.payments()).toMatchObject([{ status: 'issued' }, { status: 'issued' }]);
  });

  it('does not issue cards for payments that have been pending for a week', async () => {
    const shop = await open();
    expect(await post(shop, woocommerceEvents.order(10, {}, [{}]))).toMatchObject(issued);
    const { manager } = server().dataSource;
    const pending = { externalNo: '10-999', status: 'pending' } as const;
    const [{ id: _, ...payment }] = (await shop.payments()) as [Payment];
    await manager.insert(Payment, { ...payment, ...pending });
    server().clock.advance(7 * 86_400);
    await server().get(PaymentRetryJob).run();
    expect(await shop.payments()).toMatchObject([{ status: 'issued' }, pending]);
    // Sets `updatedAt`, as a new attempt does. Afterwards the job tries the payment again.
    await manager.update(Payment, pending, { updatedAt: server().clock.now() - 60_000 });
    await server().get(PaymentRetryJob).run();
    expect(await shop.payments()).toMatchObject([{ status: 'issued' }, { ...pending, status: 'issued' }]);
  });

  it('leaves out items that no card can be issued for', async () => {
    const shop = await open();
    const body = woocommerceEvents.order(8, {}, [{ quantity: 0.5 }, { quantity: 0 }, { quantity: 1 }]);
    expect(await post(shop, body)).toMatchObject(issued);
    expect(await shop.orders()).toMatchObject([{ externalNo: '8-317', quantity: 1 }]);
  });

  it('issues no card for an order from before the channel, however often it is saved, unless an administrator does', async () => {
    const createdAt = server().clock.now() + 700;
    const shop = await open(undefined, { createdAt });
    const paid = (order: number, secondsBefore: number, changes = {}) => {
      const time = Temporal.Instant.fromEpochMilliseconds(createdAt - secondsBefore * 1000);
      const date_paid_gmt = time.toString({ smallestUnit: 'second' }).replace('Z', '');
      return post(shop, woocommerceEvents.order(order, { date_paid_gmt, ...changes }));
    };
    const dismissed = { externalNo: '1-315', status: 'dismissed', fault: 'paid_before_channel' };
    for (const status of ['processing', 'completed']) await paid(1, 1, { status });
    server().clock.advance(600);
    await server().get(PaymentRetryJob).run();
    expect(await shop.payments()).toMatchObject([dismissed]);
    expect(await shop.orders()).toEqual([]);
    expect(await shop.events('payment.failed')).toEqual([]);

    // Paid in the same second.
    expect(await paid(2, 0)).toMatchObject(issued);
    expect(await shop.orders()).toMatchObject([{ externalNo: '2-315' }]);

    const owner = await AdminClient.owner(server());
    const [{ id }] = (await shop.payments()) as [Payment];
    expect(await owner.post(`/payments/${id}/issue`)).toMatchObject({
      status: 200,
      body: { status: 'issued', fault: null },
    });
    await paid(1, 1);
    expect(await shop.orders()).toMatchObject([{ externalNo: '2-315' }, { externalNo: '1-315' }]);
  });

  it('issues no card for a refunded order from before the channel', async () => {
    const shop = await open(undefined, { createdAt: server().clock.now() });
    const old = { date_paid_gmt: '2025-12-24T18:00:00' };
    await post(shop, woocommerceEvents.order(1, old));
    await post(shop, woocommerceEvents.order(1, { ...old, status: 'refunded' }));
    await post(shop, woocommerceEvents.order(1, old));
    expect(await shop.payments()).toMatchObject([{ status: 'refunded', fault: null }]);
    expect(await shop.orders()).toEqual([]);
  });

  it('issues nothing for orders that are not paid', async () => {
    const shop = await open();
    for (const changes of [{ status: 'pending' }, { status: 'cancelled' }, { date_paid: null }])
      expect(await post(shop, woocommerceEvents.order(1, changes))).toMatchObject(ignored);
    expect(await shop.payments()).toEqual([]);
  });

  it('does not let a channel with many failed payments delay the payments of other channels', async () => {
    const [busy, shop] = [await open(), await open()];
    const send = async (of: typeof shop, order: number) => {
      await of.renameProduct('another');
      await post(of, woocommerceEvents.order(order));
      return (await of.payments()).at(-1)!;
    };
    const { id: _, ...first } = await send(busy, 1);
    const { manager } = server().dataSource;
    const backlog = Array.from({ length: 150 }, (__, i) => ({ ...first, externalNo: `2-${i}` }));
    await manager.insert(Payment, backlog);
    const { id, ...waiting } = await send(shop, 3);
    await manager.insert(Payment, { ...waiting, externalNo: '4-315', status: 'pending', fault: null });
    await shop.renameProduct('93');
    const statuses = async () => (await shop.payments()).map(({ status }) => status);
    const job = server().get(PaymentRetryJob);
    server().clock.advance(600);
    await job.run();
    expect(await statuses()).toEqual(['failed', 'issued']);
    server().clock.advance(600);
    await job.run();
    expect(await statuses()).toEqual(['issued', 'issued']);
    expect(await manager.findOneBy(Payment, { id })).toMatchObject({ updatedAt: server().clock.now() });
  });

  it('does not let failed payments whose attempts end in unexpected errors delay others', async () => {
    // The payments of earlier tests are too old to be tried.
    server().clock.advance(7 * 86_400);
    const [broken, shop] = [await open(), await open()];
    for (const each of [broken, shop]) {
      await each.renameProduct('another');
      await post(each, woocommerceEvents.order(1));
      await each.renameProduct('93');
    }
    const { manager } = server().dataSource;
    const [{ id: _, ...first }] = (await broken.payments()) as [Payment];
    const backlog = Array.from({ length: 99 }, (__, i) => ({ ...first, externalNo: `2-${i}` }));
    await manager.insert(Payment, backlog);
    await manager.update(Payment, { channelId: broken.channel.id }, { updatedAt: first.updatedAt - 1 });
    const intake = server().get(PaymentIntake);
    const issue = intake.issue.bind(intake);
    const attempts = jest.spyOn(intake, 'issue').mockImplementation((channel, ...rest) => {
      if (channel.id === broken.channel.id) throw new Error('no cards now');
      return issue(channel, ...rest);
    });
    try {
      const job = server().get(PaymentRetryJob);
      const statuses = async () => (await shop.payments()).map(({ status }) => status);
      server().clock.advance(600);
      await job.run();
      expect(attempts).toHaveBeenCalledTimes(100);
      expect(await statuses()).toEqual(['failed']);
      server().clock.advance(600);
      await job.run();
      expect(await statuses()).toEqual(['issued']);
      expect(await manager.countBy(Payment, { channelId: broken.channel.id, status: 'failed' })).toBe(100);
    } finally {
      attempts.mockRestore();
    }
  });
});
