import { beforeAll, describe, expect, it } from '@jest/globals';
import { Card, Channel, type ChannelKind } from '@app/database';
import { PaymentRetryJob } from '@app/payments';
import type { EntitySubscriberInterface } from 'typeorm';
import { AdminClient } from './admin-client.js';
import { newAddress } from './from-address.js';
import { PaymentShop } from './payment-shop.js';
import { snapshotTables } from './table-snapshot.js';
import { TestServer } from './test-server.js';

/** A payment service as its tests describe it. */
export interface ServiceUnderTest {
  readonly kind: ChannelKind;
  /** `null` if the service signs nothing. */
  readonly secret: string | null;
  /** Id of the product at the service. */
  readonly product: string;
  /** Two events about the same payment; the service may send either of them, or both. */
  paid(payment: string): [string, string];
  refunded(payment: string): string;
  partlyRefunded(payment: string): string;
  /** An event that does not affect cards. */
  readonly ignored: string;
  /** Number of the order. */
  number(payment: string): string;
  sign(body: string, now: number): Record<string, string>;
  /** Columns of the order. */
  readonly order: object;
  /** False if the service repeats no event that was answered with an error. */
  readonly repeats?: false;
}

const parallel = <T>(count: number, send: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => send(i)));

/** Tests that apply to every payment service. Returns the server and a function that creates shops. */
export function describePaymentService(service: ServiceUnderTest) {
  const { kind, secret, product } = service;
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback', LIMIT_WRONG_KEYS: '3' });
  const admin = AdminClient.forSuite(server);
  beforeAll(async () => {
    // Events are only stored, not sent.
    server.stopScheduledJobs();
    await admin.post('/webhooks', {
      name: 'Shop',
      url: 'https://shop.example/hooks',
      types: ['payment.failed'],
    });
  });

  const open = (stock?: string[], settings = {}) =>
    PaymentShop.create(server, kind, secret, product, stock, settings);
  const post = (shop: PaymentShop, body: string) => shop.post(body, service.sign(body, server.clock.now()));
  const fill = (shop: PaymentShop) => {
    const cards = Array.from({ length: 5 }, (_, i) => ({ card: `N${i}`, batch: 'B', card_type: 'Type' }));
    return shop.app.configure({ cards });
  };
  const issued = { status: 200, body: { result: 'issued' } };
  const refunded = { status: 200, body: { result: 'refunded' } };
  const ignored = { status: 200, body: { result: 'ignored' } };
  const failed = { status: 200, body: { result: 'failed' } };

  describe('a payment', () => {
    it('issues cards that log in', async () => {
      const shop = await open();
      const answer = await post(shop, service.paid('1')[0]);
      expect(answer).toMatchObject(issued);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const [order] = await shop.orders();
      expect(order).toMatchObject({
        externalNo: service.number('1'),
        product: 'Type',
        status: 'issued',
        ...service.order,
      });
      const cards = await server.dataSource.manager.findBy(Card, { orderId: order!.id });
      expect(cards).toHaveLength(order!.quantity);
      expect(answer.text).not.toContain(cards[0]!.card);
      await shop.app.open('D1', cards[0]!.card);
      expect(await shop.payments()).toMatchObject([{ status: 'issued', fault: null }]);
    });

    it('issues cards once, whichever events report it and however often they arrive', async () => {
      const shop = await open();
      const [one, other] = service.paid('1');
      for (const body of [one, other, one]) expect(await post(shop, body)).toMatchObject(issued);
      server.clock.advance(400 * 86_400);
      await shop.renameProduct('something else');
      expect(await post(shop, other)).toMatchObject(issued);
      expect(await shop.orders()).toHaveLength(1);
    });

    it('issues cards once for parallel events', async () => {
      const shop = await open(['S1', 'S2', 'S3', 'S4', 'S5']);
      const answers = await parallel(12, (i) => post(shop, service.paid('1')[i % 2]!));
      expect(answers).toEqual(answers.map(() => expect.objectContaining(issued)));
      const orders = await shop.orders();
      expect(orders).toHaveLength(1);
      const { manager } = server.dataSource;
      const { applicationId } = shop.channel;
      const taken = (await manager.findBy(Card, { applicationId })).filter(({ orderId }) => orderId !== null);
      expect(taken).toHaveLength(orders[0]!.quantity);
    });

    it('of an unknown product issues nothing until the channel has the product', async () => {
      const shop = await open();
      await shop.renameProduct('another');
      expect(await post(shop, service.paid('1')[0])).toMatchObject(failed);
      expect(await shop.orders()).toEqual([]);
      expect(await shop.payments()).toMatchObject([{ status: 'failed', fault: 'unknown_card_type' }]);
      await shop.renameProduct(product);
      expect(await post(shop, service.paid('1')[0])).toMatchObject(issued);
      expect(await shop.payments()).toMatchObject([{ status: 'issued', fault: null }]);
      expect(await shop.orders()).toHaveLength(1);
    });

    it('without stock is issued when there is stock again', async () => {
      const shop = await open([]);
      expect(await post(shop, service.paid('1')[0])).toMatchObject(failed);
      expect(await shop.payments()).toMatchObject([{ status: 'failed', fault: 'out_of_stock' }]);
      await fill(shop);
      expect(await post(shop, service.paid('1')[1])).toMatchObject(issued);
      expect(await shop.orders()).toHaveLength(1);
    });

    it.each<[string, (shop: PaymentShop) => Promise<unknown>, (shop: PaymentShop) => Promise<unknown>]>([
      ['of an unknown product', (shop) => shop.renameProduct('x'), (shop) => shop.renameProduct(product)],
      [
        'for a disabled channel',
        (shop) => shop.edit({ enabled: false }),
        (shop) => shop.edit({ enabled: true }),
      ],
    ])('%s is issued by the server after the channel was edited', async (_, breakIt, mend) => {
      const job = server.get(PaymentRetryJob);
      const shop = await open();
      await breakIt(shop);
      expect(await post(shop, service.paid('1')[0])).toMatchObject(failed);
      server.clock.advance(6 * 86_400);
      await job.run();
      expect(await shop.payments()).toMatchObject([{ status: 'failed' }]);
      await mend(shop);
      server.clock.advance(600);
      await job.run();
      expect(await shop.payments()).toMatchObject([{ status: 'issued', fault: null }]);
      expect(await shop.orders()).toHaveLength(1);
    });

    it('that the server fails to process is answered with an error if the service then repeats the event', async () => {
      const shop = await open();
      const fault: EntitySubscriberInterface = {
        beforeInsert({ metadata }) {
          if (metadata.tableName !== 'payments') return;
          subscribers.splice(subscribers.indexOf(fault), 1);
          throw new Error('no payment now');
        },
      };
      const { subscribers } = server.dataSource;
      subscribers.push(fault);
      const answer = await post(shop, service.paid('1')[0]);
      expect(answer).toMatchObject(service.repeats === false ? failed : { status: 500 });
      expect(await shop.payments()).toEqual([]);
      expect(await post(shop, service.paid('1')[0])).toMatchObject(issued);
    });

    it('without stock is issued by the server within seven days, even if the event is not repeated', async () => {
      const job = server.get(PaymentRetryJob);
      const [shop, late] = [await open([]), await open([])];
      for (const each of [shop, late]) await post(each, service.paid('1')[0]);
      server.clock.advance(600);
      await job.run();
      await fill(shop);
      await job.run();
      expect(await shop.orders()).toEqual([]);
      server.clock.advance(600);
      await job.run();
      expect(await shop.payments()).toMatchObject([{ status: 'issued', fault: null }]);
      expect(await shop.orders()).toHaveLength(1);
      server.clock.advance(7 * 86_400);
      await fill(late);
      await job.run();
      expect(await late.orders()).toEqual([]);
    });

    it('without cards is reported once for each reason', async () => {
      const shop = await open([]);
      const failures = () => shop.events('payment.failed');
      for (const body of service.paid('1')) await post(shop, body);
      const { quantity, amount, currency } = service.order as Record<string, unknown>;
      const facts = {
        payment_no: service.number('1'),
        channel_id: shop.channel.id,
        products: expect.arrayContaining([product]),
        quantity,
        amount,
        currency,
      };
      const [payment] = await shop.payments();
      const admin = await AdminClient.owner(server);
      expect(await admin.post(`/payments/${payment!.id}/issue`)).toMatchObject({ status: 409 });
      expect(await failures()).toEqual([{ ...facts, reason: 'out_of_stock' }]);
      await shop.renameProduct('another');
      for (const body of service.paid('1')) await post(shop, body);
      expect(await failures()).toEqual([
        { ...facts, reason: 'out_of_stock' },
        { ...facts, reason: 'unknown_card_type' },
      ]);
    });
  });

  describe('a refund', () => {
    it('freezes the unused cards, once', async () => {
      const shop = await open();
      await post(shop, service.paid('1')[0]);
      expect(await post(shop, service.partlyRefunded('1'))).toMatchObject({ status: 200 });
      expect(await shop.orders()).toMatchObject([{ status: 'issued' }]);
      expect(await post(shop, service.refunded('1'))).toMatchObject(refunded);
      const first = await shop.orders();
      expect(first).toMatchObject([{ status: 'refunded', refundedAt: server.clock.now() }]);
      expect(await post(shop, service.refunded('1'))).toMatchObject(refunded);
      expect(await shop.orders()).toEqual(first);
      expect(await shop.payments()).toMatchObject([{ status: 'refunded' }]);
      const cards = await server.dataSource.manager.findBy(Card, { orderId: first[0]!.id });
      expect(cards.every(({ frozen }) => frozen)).toBe(true);
      expect(await post(shop, service.paid('1')[1])).toMatchObject({ status: 200 });
      expect(await shop.orders()).toEqual(first);
    });

    it('freezes used cards only if the channel wants it', async () => {
      for (const refundMode of ['unused', 'all']) {
        const shop = await open(undefined, { refundMode });
        await post(shop, service.paid('1')[0]);
        const [order] = await shop.orders();
        const { card } = await server.dataSource.manager.findOneByOrFail(Card, { orderId: order!.id });
        await shop.app.open('D1', card);
        await post(shop, service.refunded('1'));
        expect(await shop.app.row(card)).toMatchObject({ frozen: refundMode === 'all' });
      }
    });

    it('that is reported again leaves the cards unfrozen that an administrator has unfrozen', async () => {
      const shop = await open();
      await post(shop, service.paid('1')[0]);
      await post(shop, service.refunded('1'));
      const [order] = await shop.orders();
      const { manager } = server.dataSource;
      const { id } = await manager.findOneByOrFail(Card, { orderId: order!.id });
      const owner = await AdminClient.owner(server);
      expect(await owner.post(`/cards/${id}/unfreeze`)).toMatchObject({ status: 200 });
      for (const answer of await parallel(2, () => post(shop, service.refunded('1'))))
        expect(answer).toMatchObject(refunded);
      expect(await manager.findOneBy(Card, { id })).toMatchObject({ frozen: false });
    });

    it('freezes the cards that a refund in the panel has left', async () => {
      const shop = await open(undefined, { refundMode: 'all' });
      await post(shop, service.paid('1')[0]);
      const [order] = await shop.orders();
      const { card } = await server.dataSource.manager.findOneByOrFail(Card, { orderId: order!.id });
      await shop.app.open('D1', card);
      const owner = await AdminClient.owner(server);
      const answer = await owner.post(`/orders/${order!.id}/refund`, { mode: 'unused' });
      expect(answer).toMatchObject({ status: 200, body: { status: 'refunded' } });
      expect(await shop.app.row(card)).toMatchObject({ frozen: false });
      await parallel(2, () => post(shop, service.refunded('1')));
      expect(await shop.app.row(card)).toMatchObject({ frozen: true });
      expect(await shop.payments()).toMatchObject([{ status: 'refunded' }]);
    });

    it('that arrives before the payment, or with it, leaves no card that works', async () => {
      const shop = await open();
      expect(await post(shop, service.refunded('1'))).toMatchObject(refunded);
      expect(await post(shop, service.paid('1')[0])).toMatchObject({ status: 200 });
      expect(await shop.orders()).toEqual([]);
      const bodies = [service.paid('2')[0], service.refunded('2')];
      const answers = await parallel(8, (i) => post(shop, bodies[i % 2]!));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect((await shop.orders()).filter(({ status }) => status !== 'refunded')).toEqual([]);
      expect(await shop.payments()).toMatchObject([{ status: 'refunded' }, { status: 'refunded' }]);
    });
  });

  describe('an event', () => {
    it('with a wrong key is refused, and after several of them with 429, but events of other sellers are not', async () => {
      const shop = await open();
      const [body] = service.paid('1');
      const from = { 'x-forwarded-for': newAddress() };
      const send = (key: string) =>
        shop.post(body, { ...service.sign(body, server.clock.now()), ...from }, key);
      for (let i = 0; i < 3; i++)
        expect(await send(`${shop.key}x`)).toMatchObject({ status: 401, body: { code: 40101 } });
      expect(await send(`${shop.key}x`)).toMatchObject({ status: 429, body: { code: 42901 } });
      expect(await shop.payments()).toEqual([]);
      expect(await send(shop.key)).toMatchObject(issued);
    });

    it('with the key of another kind of channel is refused', async () => {
      const shop = await open(undefined, { kind: 'native' });
      const [body] = service.paid('1');
      const answer = await shop.post(body, {
        ...service.sign(body, server.clock.now()),
        'x-forwarded-for': newAddress(),
      });
      expect(answer).toMatchObject({ status: 401 });
    });

    it('for a disabled channel is recorded but not issued, and a refund is processed', async () => {
      const shop = await open();
      expect(await post(shop, service.paid('1')[0])).toMatchObject(issued);
      const where = { id: shop.channel.id };
      await server.dataSource.manager.update(Channel, where, { enabled: false });
      for (const body of service.paid('2')) expect(await post(shop, body)).toMatchObject(failed);
      const listed = { status: 'failed', fault: 'channel_disabled' };
      expect(await shop.payments()).toMatchObject([{ status: 'issued' }, listed]);
      expect(await post(shop, service.refunded('1'))).toMatchObject(refunded);
      expect(await shop.orders()).toMatchObject([{ status: 'refunded' }]);
      await server.dataSource.manager.update(Channel, where, { enabled: true });
      expect(await post(shop, service.paid('2')[0])).toMatchObject(issued);
      expect(await shop.payments()).toMatchObject([
        { status: 'refunded' },
        { status: 'issued', fault: null },
      ]);
    });

    it('of more than 256 KiB, or that cannot be read, is refused', async () => {
      const shop = await open();
      expect(await post(shop, service.ignored)).toMatchObject(ignored);
      const before = await snapshotTables(server.dataSource);
      expect(await post(shop, ' '.repeat(256 * 1024 + 1))).toMatchObject({ status: 413 });
      if (kind !== 'gumroad') {
        for (const body of ['{', '', '[1,'.repeat(50_000)])
          expect(await post(shop, body)).toMatchObject({ status: 422, body: { code: 42201 } });
      }
      expect(await snapshotTables(server.dataSource)).toEqual(before);
    });

    if (secret !== null) {
      it('that was changed on its way, or is not signed, is refused and changes nothing', async () => {
        const shop = await open();
        expect(await post(shop, service.ignored)).toMatchObject(ignored);
        const [body] = service.paid('1');
        const headers = service.sign(body, server.clock.now());
        const before = await snapshotTables(server.dataSource);
        const wrong = { status: 401, body: { code: 40102 } };
        expect(await shop.post(body.replace('buyer@', 'thief@'), headers)).toMatchObject(wrong);
        expect(await shop.post(body, {})).toMatchObject(wrong);
        expect(await snapshotTables(server.dataSource)).toEqual(before);
        expect(await shop.post(body, headers)).toMatchObject(issued);
      });

      it('is refused while the channel has no signing secret', async () => {
        const shop = await open(undefined, { secretSealed: null });
        expect(await post(shop, service.paid('1')[0])).toMatchObject({ status: 403, body: { code: 40304 } });
      });
    }
  });

  return { open, post, issued, ignored, failed, server: () => server };
}
