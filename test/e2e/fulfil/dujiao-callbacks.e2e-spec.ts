import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Channel, OrderCallback } from '@app/database';
import { CallbackSender } from '@app/orders';
import { SecretBox } from '@app/platform';
import { AdminClient } from '../../support/admin-client.js';
import { dujiaoSign } from '../../support/dujiao-client.js';
import { createDujiaoShop, type DujiaoShop } from '../../support/dujiao-shop.js';
import { eventually } from '../../support/server-process.js';
import { TestServer } from '../../support/test-server.js';
import { status, WebhookReceiver } from '../../support/webhook-receiver.js';

const server = TestServer.forSuite({ OUTGOING_ALLOW: '127.0.0.1' });

beforeAll(async () => {
  server.stopScheduledJobs();
});

describe('a callback', () => {
  let shop: DujiaoShop;
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    [shop, receiver] = [await createDujiaoShop(server), await WebhookReceiver.start()];
    receiver.answer = (_, response) => void response.end('{"ok":true,"message":"received"}');
  });
  afterEach(() => receiver.stop());

  const sender = () => server.get(CallbackSender);
  const send = async () => {
    await sender().run();
    await sender().settled();
  };
  const order = async (number = 'DJ-1') => {
    const fields = { sku_id: shop.sku, quantity: 2, downstream_order_no: number, callback_url: receiver.url };
    const { status, body } = await shop.client.order(fields);
    expect(status).toBe(200);
    return body;
  };
  const row = (orderId: number) => server.dataSource.manager.findOneByOrFail(OrderCallback, { orderId });
  /** Verifies the latest request as dujiao-next does, and returns its body. */
  const latest = () => {
    const { headers, body } = receiver.requests.at(-1)!;
    const time = Number(headers['dujiao-next-timestamp']);
    expect(time).toBe(Math.floor(server.clock.now() / 1000));
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'dujiao-next-api-key': shop.id,
      'dujiao-next-signature': dujiaoSign(shop.key, 'POST', '/api/v1/upstream/callback', time, body),
    });
    return JSON.parse(body) as Record<string, unknown>;
  };

  it('brings the cards', async () => {
    const { order_id } = await order();
    const { fulfillment } = (await shop.client.get(`/orders/${order_id}`)).body;
    await send();
    expect(receiver.requests).toHaveLength(1);
    expect(latest()).toEqual({
      event: 'order.fulfilled',
      order_id,
      order_no: 'DJ-1',
      downstream_order_no: 'DJ-1',
      status: 'delivered',
      fulfillment,
      timestamp: Math.floor(server.clock.now() / 1000),
    });
    expect(await row(order_id)).toMatchObject({
      nextAt: null,
      attempts: 1,
      lastStatus: 200,
      lastFault: null,
    });
    await order();
    await send();
    expect(receiver.requests).toHaveLength(1);
  });

  it('reports a refund by an administrator, but no cancellation by the shop', async () => {
    const [kept, refunded] = [await order('DJ-1'), await order('DJ-2')];
    await send();
    expect(receiver.requests).toHaveLength(2);
    const owner = await AdminClient.owner(server);
    expect(await owner.post(`/orders/${refunded.order_id}/refund`, { mode: 'all' })).toMatchObject({
      status: 200,
    });
    await send();
    expect(receiver.requests).toHaveLength(3);
    expect(latest()).toMatchObject({
      event: 'order.status_changed',
      downstream_order_no: 'DJ-2',
      status: 'refunded',
    });
    await shop.client.send('POST', `/orders/${kept.order_id}/cancel`);
    await send();
    expect(receiver.requests).toHaveLength(3);
  });

  it('is sent again with a new signature until the shop accepts it', async () => {
    receiver.next.push(
      status(500),
      (_, response) => void response.end('{"ok":false,"message":"procurement order not found"}'),
      (_, response) => void response.destroy(),
    );
    const { order_id } = await order();
    await send();
    expect(await row(order_id)).toMatchObject({ attempts: 1, lastStatus: 500, lastFault: 'status' });
    await send();
    expect(receiver.requests).toHaveLength(1);
    server.clock.advance(30);
    await send();
    expect(await row(order_id)).toMatchObject({ attempts: 2, lastStatus: 200, lastFault: 'not_ok' });
    server.clock.advance(60);
    await send();
    expect(await row(order_id)).toMatchObject({ attempts: 3, lastStatus: null, lastFault: 'broken' });
    server.clock.advance(120);
    await send();
    latest();
    expect(await row(order_id)).toMatchObject({
      attempts: 4,
      lastStatus: 200,
      lastFault: null,
      nextAt: null,
    });
  });

  it('is given up after a day', async () => {
    receiver.answer = status(500);
    const { order_id } = await order();
    for (let i = 0; i < 12; i++) {
      await send();
      server.clock.advance(12 * 3600);
    }
    expect(receiver.requests).toHaveLength(9);
    expect(await row(order_id)).toMatchObject({ attempts: 9, nextAt: null });
  });

  it('is sent although ten slow shops have endless callbacks', async () => {
    const slow = await WebhookReceiver.start();
    let isEndless = true;
    slow.answer = (_, response) => {
      const again = () => server.dataSource.manager.update(OrderCallback, { url: slow.url }, { nextAt: 1 });
      void Promise.resolve(isEndless && again()).finally(() => response.writeHead(500).end());
    };
    try {
      for (let i = 0; i < 10; i++) {
        const { client, sku } = await createDujiaoShop(server);
        const fields = { sku_id: sku, quantity: 1, downstream_order_no: `S${i}`, callback_url: slow.url };
        expect((await client.order(fields)).status).toBe(200);
      }
      await sender().run();
      await eventually(async () => (slow.requests.length >= 10 ? true : undefined));
      await order();
      await eventually(async () => (receiver.requests.length > 0 ? true : undefined));
      // Callbacks of the slow shops are still waiting.
      const before = slow.requests.length;
      await eventually(async () => (slow.requests.length > before ? true : undefined));
    } finally {
      isEndless = false;
      await sender().settled();
      await slow.stop();
    }
  });

  it('whose key cannot be opened is tried like any other, and given up', async () => {
    const { secretSealed } = shop.channel;
    const { order_id } = await order();
    const { manager } = server.dataSource;
    const other = new SecretBox(randomBytes(32)).seal('key');
    await manager.update(Channel, { id: shop.channel.id }, { secretSealed: other });
    await send();
    const now = server.clock.now();
    const failed = { attempts: 1, lastAt: now, lastStatus: null, lastFault: 'unreadable_key' };
    expect(await row(order_id)).toMatchObject({ ...failed, nextAt: now + 30_000 });
    for (let i = 0; i < 12; i++) {
      server.clock.advance(12 * 3600);
      await send();
    }
    expect(await row(order_id)).toMatchObject({ attempts: 9, nextAt: null, lastFault: 'unreadable_key' });
    await manager.update(Channel, { id: shop.channel.id }, { secretSealed });
    expect(receiver.requests).toEqual([]);
  });

  it('does not delay the order', async () => {
    receiver.answer = () => undefined;
    const { order_id } = await order();
    await sender().run();
    expect((await shop.client.get(`/orders/${order_id}`)).status).toBe(200);
    expect(await order('DJ-2')).toMatchObject({ ok: true });
  });
});
