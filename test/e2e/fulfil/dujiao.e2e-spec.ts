import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Channel, type ChannelProduct, OrderCallback } from '@app/database';
import type { CardApplicationFile } from '../../support/card-application.js';
import { DujiaoClient, dujiaoSign } from '../../support/dujiao-client.js';
import { createDujiaoShop, type DujiaoShop } from '../../support/dujiao-shop.js';
import { newAddress } from '../../support/from-address.js';
import { issuedCards, ordersOf, ShopClient } from '../../support/shop.js';
import { createSigningShop } from '../../support/signing-shop.js';
import { snapshotTables } from '../../support/table-snapshot.js';
import { TestServer } from '../../support/test-server.js';

const server = TestServer.forSuite({
  TRUST_PROXY: 'loopback',
  LIMIT_WRONG_KEYS: '3',
  OUTGOING_ALLOW: '127.0.0.1',
});

beforeAll(async () => {
  // Moving the clock must not let sessions end while a test compares tables.
  server.stopScheduledJobs();
});

const createShop = (
  products?: Record<string, Partial<ChannelProduct>>,
  settings?: Partial<Channel>,
  file?: CardApplicationFile,
) => createDujiaoShop(server, products, settings, file);

const stocked = (cards: string[], settings?: Partial<Channel>) =>
  createShop({ Type: { mode: 'stock', batch: 'B' } }, settings, {
    cards: cards.map((card) => ({ card, batch: 'B' })),
  });

const both = (text: string) => ({ 'zh-CN': text, 'zh-TW': text, 'en-US': text });

describe('dujiao-next', () => {
  it('pings', async () => {
    const { app, channel, client } = await createShop({ Type: { currency: 'USD' } });
    const { status, body, headers } = await client.send('POST', '/ping');
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      site_name: app.name,
      protocol_version: '1.0',
      user_id: channel.id,
      balance: '0.00',
      currency: 'USD',
      member_level: null,
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('lists the category and the products', async () => {
    const products = {
      Type: { mode: 'stock', batch: 'B' },
      Year: { name: '年卡', price: 1234, currency: 'JPY' },
    } as const;
    const cards = Array.from({ length: 21 }, (_, i) => ({ card: `S${i}`, batch: 'B' }));
    const { app, channel, client, sku } = await createShop(products, {}, { types: { Year: {} }, cards });
    const { applicationId } = channel;
    expect((await client.get('/categories')).body).toEqual({
      ok: true,
      categories: [
        {
          id: applicationId,
          parent_id: 0,
          slug: `application-${applicationId}`,
          name: both(app.name),
          icon: '',
          sort_order: 0,
        },
      ],
    });
    const { body } = await client.get('/products?page=1&page_size=50&include_inactive=true');
    expect(body).toMatchObject({ ok: true, total: 2, page: 1, page_size: 50, includes_inactive: true });
    const sold = (quantity: number, state: string) => ({
      skus: [
        { id: sku, price_amount: '30.00', stock_quantity: quantity, stock_status: state, is_active: true },
      ],
    });
    expect(body.items).toMatchObject([
      {
        id: sku,
        title: both('Month'),
        price_amount: '30.00',
        currency: 'CNY',
        fulfillment_type: 'auto',
        is_active: true,
        category_id: applicationId,
        updated_at: '1970-01-01T00:00:00Z',
        ...sold(21, 'in_stock'),
      },
      {
        title: both('年卡'),
        price_amount: '1234',
        skus: [{ stock_quantity: -1, stock_status: 'unlimited' }],
      },
    ]);
    await client.order({ sku_id: sku });
    expect((await client.get(`/products/${sku}`)).body.product).toMatchObject(sold(20, 'low_stock'));
    await client.order({ sku_id: sku, quantity: 20, downstream_order_no: 'DJ-2' });
    expect((await client.get(`/products/${sku}`)).body.product).toMatchObject(sold(0, 'out_of_stock'));
  });

  it('shows at most what the channel may still order today', async () => {
    const { client, sku } = await createShop({ Type: {} }, { maxPerDay: 2 });
    const stock = async () => {
      const { product } = (await client.get(`/products/${sku}`)).body;
      return (product as { skus: object[] }).skus[0];
    };
    expect(await stock()).toMatchObject({ stock_quantity: 2, stock_status: 'low_stock' });
    await client.order({ sku_id: sku, quantity: 2 });
    expect(await stock()).toMatchObject({ stock_quantity: 0, stock_status: 'out_of_stock' });
  });

  it('turns pages', async () => {
    const { client, sku } = await createShop(
      { Type: {}, Year: { name: 'Year' } },
      {},
      { types: { Year: {} } },
    );
    const page = async (query: string) => (await client.get(`/products?${query}`)).body;
    expect(await page('page=1&page_size=1')).toMatchObject({ items: [{ id: sku }], total: 2, page_size: 1 });
    expect((await page('page=2&page_size=1')).items).toHaveLength(1);
    expect(await page('page=3&page_size=1')).toMatchObject({ items: [], total: 2, page: 3 });
    expect(await page('page=0&page_size=51')).toMatchObject({ page: 1, page_size: 50 });
    expect(await page('page=x&page=1')).toMatchObject({ page: 1, page_size: 20, includes_inactive: false });
  });

  it('orders cards that log in', async () => {
    const { app, channel, client, sku } = await createShop();
    const { body } = await client.order({ sku_id: sku, quantity: 2, manual_form_data: { a: 1 } });
    const [order] = await ordersOf(server.dataSource, channel.id);
    expect(body).toEqual({
      ok: true,
      order_id: order!.id,
      order_no: 'DJ-1',
      status: 'paid',
      amount: '60.00',
      currency: 'CNY',
    });
    const { body: shown } = await client.get(`/orders/${body.order_id}`);
    expect(shown).toEqual({
      ...body,
      status: 'delivered',
      refunded_amount: '0.00',
      refund_records: [],
      items: [
        {
          product_id: sku,
          sku_id: sku,
          title: both('Month'),
          quantity: 2,
          unit_price: '30.00',
          total_price: '60.00',
          fulfillment_type: 'auto',
        },
      ],
      fulfillment: {
        type: 'auto',
        status: 'delivered',
        payload: expect.any(String),
        delivery_data: null,
        delivered_at: '2026-01-15T12:00:00Z',
      },
    });
    for (const card of shown.fulfillment.payload.split('\n')) await app.open('D1', card);
  });

  it('cancels an order, again and again', async () => {
    const { app, client, sku } = await createShop();
    const { body } = await client.order({ sku_id: sku });
    const { payload } = (await client.get(`/orders/${body.order_id}`)).body.fulfillment;
    for (let i = 0; i < 2; i++) {
      expect(await client.send('POST', `/orders/${body.order_id}/cancel`)).toMatchObject({
        status: 200,
        body: { ok: true, order_id: body.order_id, order_no: 'DJ-1', status: 'canceled' },
      });
    }
    expect((await app.login('D1', payload)).code).toBe(10212);
    expect((await client.get(`/orders/${body.order_id}`)).body).toMatchObject({
      status: 'refunded',
      refunded_amount: '30.00',
    });
    expect((await client.order({ sku_id: sku })).body).toMatchObject({ ok: true, status: 'refunded' });
  });
});

describe('a repeated order', () => {
  it('is answered with the same order, whatever has changed since', async () => {
    const { channel, client, sku } = await createShop(undefined, { maxPerDay: 2 });
    const first = (await client.order({ sku_id: sku, quantity: 2, trace_id: 'one' })).body;
    await server.dataSource.manager.update(Channel, { id: channel.id }, { maxPerOrder: 1 });
    expect((await client.order({ sku_id: sku, quantity: 2, trace_id: 'two' })).body).toEqual(first);
    expect(await client.order({ sku_id: sku, quantity: 1 })).toMatchObject({
      status: 409,
      body: { ok: false, error_code: 'order_number_used' },
    });
    expect(await ordersOf(server.dataSource, channel.id)).toHaveLength(1);
  });

  it('issues cards once when 30 arrive together', async () => {
    const { channel, client, sku } = await stocked(['S1', 'S2', 'S3', 'S4']);
    const callback_url = 'http://127.0.0.1:9/callback';
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => client.order({ sku_id: sku, quantity: 2, callback_url })),
    );
    const [order, ...others] = await ordersOf(server.dataSource, channel.id);
    expect(others).toEqual([]);
    expect(answers.map(({ body }) => body.order_id)).toEqual(Array(30).fill(order!.id));
    const issued = await issuedCards(server.dataSource, channel.applicationId);
    expect([...issued.values()]).toEqual([['S1', 'S2']]);
    const { manager } = server.dataSource;
    expect(await manager.countBy(OrderCallback, { channelId: channel.id })).toBe(1);
    await manager.delete(OrderCallback, { channelId: channel.id });
  });
});

describe('a refused request', () => {
  let shop: DujiaoShop;
  beforeEach(async () => {
    shop = await createShop();
    await shop.client.send('POST', '/ping');
  });

  /** Expects a refusal that changes no row. */
  async function refused(
    send: () => ReturnType<DujiaoClient['send']>,
    status: number,
    error_code: string,
    message: unknown = expect.any(String),
  ) {
    const before = await snapshotTables(server.dataSource);
    const answer = await send();
    expect(answer).toMatchObject({ status, body: { ok: false, error_code, error_message: message } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await snapshotTables(server.dataSource)).toEqual(before);
  }
  const elsewhere = () => ({ 'x-forwarded-for': newAddress() });
  const ping = (headers: Record<string, string | undefined> = {}) =>
    shop.client.send('POST', '/ping', undefined, { ...elsewhere(), ...headers });

  it.each(['Key', 'Timestamp', 'Signature'])('has no header %s', async (name) => {
    const header = name === 'Key' ? 'Dujiao-Next-Api-Key' : `Dujiao-Next-${name}`;
    await refused(() => ping({ [header]: undefined }), 401, 'missing_auth_headers');
  });

  it('has a time that is no number, or more than a minute off', async () => {
    const now = Math.floor(server.clock.now() / 1000);
    const at = (time: number | string) =>
      ping({
        'Dujiao-Next-Timestamp': String(time),
        'Dujiao-Next-Signature': dujiaoSign(shop.key, 'POST', '/api/v1/upstream/ping', Number(time)),
      });
    await refused(() => at('now'), 401, 'invalid_timestamp');
    await refused(() => at(now - 61), 401, 'timestamp_expired');
    await refused(() => at(now + 61), 401, 'timestamp_expired');
    for (const time of [now - 60, now + 60]) expect((await at(time)).status).toBe(200);
  });

  it('is replayed after a minute', async () => {
    const { client, sku } = shop;
    const body = JSON.stringify({ sku_id: sku, quantity: 1, downstream_order_no: 'DJ-1' });
    const time = Math.floor(server.clock.now() / 1000);
    const signature = dujiaoSign(shop.key, 'POST', '/api/v1/upstream/orders', time, body);
    const recorded = { 'Dujiao-Next-Timestamp': String(time), 'Dujiao-Next-Signature': signature };
    const send = () => client.send('POST', '/orders', body, recorded);
    const { body: first } = await send();
    expect((await send()).body).toEqual(first);
    server.clock.advance(61);
    await refused(send, 401, 'timestamp_expired');
    expect(await ordersOf(server.dataSource, shop.channel.id)).toHaveLength(1);
  });

  it('is signed for another body, path or method, or with another key', async () => {
    const { client, sku, key } = shop;
    const time = Math.floor(server.clock.now() / 1000);
    const body = JSON.stringify({ sku_id: sku, quantity: 1, downstream_order_no: 'DJ-1' });
    const path = '/api/v1/upstream/orders';
    for (const signature of [
      dujiaoSign(key, 'POST', path, time, `${body} `),
      dujiaoSign(key, 'POST', `${path}/1`, time, body),
      dujiaoSign(key, 'GET', path, time, body),
      dujiaoSign(key, 'POST', path, time - 1, body),
      dujiaoSign(`${key}x`, 'POST', path, time, body),
      dujiaoSign(key, 'POST', path, time, body).toUpperCase(),
      'x',
    ]) {
      const headers = { 'Dujiao-Next-Signature': signature, ...elsewhere() };
      await refused(() => client.send('POST', '/orders', body, headers), 401, 'invalid_signature');
    }
  });

  it('has an unknown id, or the credential of another protocol', async () => {
    const acg = await createSigningShop(server, 'acg');
    for (const { id, key } of [{ id: 'lkUnknown', key: shop.key }, acg]) {
      const client = new DujiaoClient(server.url, id, key, server.clock);
      await refused(() => client.get('/products', elsewhere()), 401, 'invalid_api_key');
    }
    for (const key of [shop.id, shop.key]) {
      expect(await new ShopClient(server.url, key).get('/stock', elsewhere())).toMatchObject({ code: 40101 });
    }
  });

  it.each<[string, object]>([
    ['sku_id must be a whole number', { sku_id: '1' }],
    ['sku_id is required', { sku_id: undefined }],
    ['quantity must be a whole number from 1 to 100', { quantity: 0 }],
    ['quantity must be a whole number from 1 to 100', { quantity: 101 }],
    ['downstream_order_no is required', { downstream_order_no: '' }],
    ['downstream_order_no must be 1–64 of', { downstream_order_no: 'a b' }],
    ['callback_url must be text of 1 to 1000 characters', { callback_url: 'x'.repeat(1001) }],
  ])('has the fault: %s', async (fault, fields) => {
    const message = expect.stringContaining(fault);
    await refused(() => shop.client.order({ sku_id: shop.sku, ...fields }), 400, 'bad_request', message);
  });

  it.each([
    ['callback', 'invalid_callback_url'],
    ['ftp://shop.example/', 'invalid_callback_url'],
    ['http://10.0.0.1/', 'invalid_callback_url'],
    ['http://169.254.169.254/latest', 'invalid_callback_url'],
    ['http://user:password@shop.example/', 'invalid_callback_url'],
  ])('wants to be called back at %s', async (callback_url, code) => {
    await refused(() => shop.client.order({ sku_id: shop.sku, callback_url }), 400, code);
  });

  it('has a body that cannot be read', async () => {
    const { client } = shop;
    const send = (body: string, headers: Record<string, string> = {}) =>
      client.send('POST', '/orders', body, headers);
    await refused(() => send('{'), 400, 'bad_request');
    await refused(() => send('[]'), 400, 'bad_request');
    await refused(() => send('a', { 'content-type': 'text/plain' }), 415, 'bad_request');
    await refused(() => send(`[${'[],'.repeat(50)}[]]`), 400, 'bad_request');
    await refused(() => send(JSON.stringify({ a: 'x'.repeat(16 * 1024) })), 413, 'bad_request');
  });

  it('asks for what the channel does not sell', async () => {
    const { client } = shop;
    await refused(() => client.order({ sku_id: 999_999 }), 400, 'sku_unavailable');
    for (const id of ['999999', '0', 'x', '1e1'])
      await refused(() => client.get(`/products/${id}`), 404, 'product_not_found');
    await refused(() => client.get('/orders/999999'), 404, 'order_not_found');
    await refused(() => client.get('/orders/x'), 400, 'bad_request');
    await refused(() => client.send('POST', '/orders/999999/cancel'), 404, 'order_not_found');
  });

  it('names an order of another channel', async () => {
    const { body } = await shop.client.order({ sku_id: shop.sku });
    const other = await createShop();
    await other.client.send('POST', '/ping');
    await refused(() => other.client.get(`/orders/${body.order_id}`), 404, 'order_not_found');
    await refused(() => other.client.send('POST', `/orders/${body.order_id}/cancel`), 404, 'order_not_found');
  });

  it('orders more than there is, or than is allowed', async () => {
    const few = await stocked(['S1'], { maxPerOrder: 3, maxPerDay: 1 });
    await few.client.send('POST', '/ping');
    const order = (quantity: number) => () => few.client.order({ sku_id: few.sku, quantity });
    await refused(order(4), 400, 'bad_request', 'The channel may order at most 3 cards at once');
    await refused(
      order(2),
      409,
      'insufficient_stock',
      'The channel may order only 1 more cards before midnight in the time zone of the application',
    );
    await server.dataSource.manager.update(Channel, { id: few.channel.id }, { maxPerDay: null });
    await refused(order(2), 409, 'insufficient_stock', 'Only 1 of the 2 cards are available');
  });

  it('cancels an order whose cards are used', async () => {
    const { app, client, sku } = shop;
    const { body } = await client.order({ sku_id: sku, quantity: 2 });
    const [card] = (await client.get(`/orders/${body.order_id}`)).body.fulfillment.payload.split('\n');
    await app.open('D1', card);
    const cancel = () => client.send('POST', `/orders/${body.order_id}/cancel`);
    await refused(cancel, 409, 'cancel_not_allowed', 'Customers already use 1 cards of the order');
  });

  it('is of a channel or application that is disabled, or from an address that is not listed', async () => {
    const { app, channel } = shop;
    const { manager } = server.dataSource;
    await manager.update(Channel, { id: channel.id }, { enabled: false });
    await refused(() => ping(), 403, 'user_disabled');
    await manager.update(Channel, { id: channel.id }, { enabled: true, addresses: ['192.0.2.0/24'] });
    await refused(() => ping(), 403, 'address_not_allowed');
    expect((await ping({ 'x-forwarded-for': '192.0.2.7' })).status).toBe(200);
    await manager.update(Channel, { id: channel.id }, { addresses: [] });
    await app.configure({ enabled: false });
    await refused(() => ping(), 403, 'user_disabled');
  });

  it('is from an address with too many wrong signatures, for a while', async () => {
    const from = { 'x-forwarded-for': newAddress() };
    for (let i = 0; i < 3; i++) {
      expect((await ping({ ...from, 'Dujiao-Next-Signature': `${i}` })).status).toBe(401);
    }
    const closed = await ping(from);
    expect(closed).toMatchObject({ status: 429, body: { error_code: 'rate_limited' } });
    expect(closed.headers.get('retry-after')).toBe('300');
    server.clock.advance(300);
    expect((await ping(from)).status).toBe(200);
  });

  it('is for an unknown path or by another method', async () => {
    await refused(() => shop.client.get('/stock'), 404, 'not_found');
    await refused(() => shop.client.get('/ping'), 404, 'not_found');
  });
});
