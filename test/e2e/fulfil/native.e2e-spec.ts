import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Application, Card, Channel, ChannelProduct, Order } from '@app/database';
import { gzipSync } from 'node:zlib';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { newAddress } from '../../support/from-address.js';
import { ordersOf, ShopClient } from '../../support/shop.js';
import { eventually } from '../../support/server-process.js';
import { snapshotTables } from '../../support/table-snapshot.js';
import { type ApplicationFile, TestServer } from '../../support/test-server.js';

const server = TestServer.forSuite({ TRUST_PROXY: 'loopback', LIMIT_WRONG_KEYS: '3' });

beforeAll(async () => {
  // Moving the clock must not let sessions end while a test compares tables.
  server.stopScheduledJobs();
});

/** A separate application with a channel. */
class Shop {
  private constructor(
    readonly app: CardApplication,
    readonly channel: Channel,
    readonly client: ShopClient,
  ) {}

  static async create(
    products?: Record<string, Partial<ChannelProduct>>,
    settings?: Partial<Channel>,
    file: Parameters<typeof CardApplication.create>[1] = {},
  ): Promise<Shop> {
    const app = await CardApplication.create(server, { cards: [], ...file });
    const { channel, key } = await app.createChannel(products, settings);
    return new Shop(app, channel, new ShopClient(server.url, key));
  }

  /** Creates a shop whose product sells the batch B. */
  static stocked(
    cards: readonly (string | { card: string })[],
    settings: Partial<Channel> = {},
    rules: ApplicationFile = {},
  ): Promise<Shop> {
    const batched = cards.map((card) =>
      Object.assign({ batch: 'B' }, typeof card === 'string' ? { card } : card),
    );
    return Shop.create({ Type: { mode: 'stock', batch: 'B' } }, settings, {
      settings: rules,
      cards: batched,
    });
  }

  async change(changes: Partial<Channel>): Promise<void> {
    await server.dataSource.manager.update(Channel, { id: this.channel.id }, changes);
  }

  card(card: string): Promise<Card> {
    return this.app.row(card);
  }
}

const BODY = { order_no: 'A-1', card_type: 'Month' };

describe('an order', () => {
  it('makes cards that log in', async () => {
    const shop = await Shop.create();
    const answer = await shop.client.order({ ...BODY, quantity: 3, contact: 'a@example.com', note: 'gift' });
    expect(answer).toMatchObject({ status: 200, code: 0, message: 'ok' });
    const { cards, text } = answer.result!;
    expect(answer.result).toEqual({
      order_no: 'A-1',
      status: 'issued',
      card_type: 'Month',
      quantity: 3,
      amount: 9000,
      currency: 'CNY',
      cards,
      text,
      created_at: Math.floor(server.clock.now() / 1000),
      replayed: false,
    });
    expect(new Set(cards).size).toBe(3);
    expect(text).toBe(cards.join('\n'));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const [order] = await ordersOf(server.dataSource, shop.channel.id);
    expect(order).toMatchObject({
      contact: 'a@example.com',
      note: 'gift',
      requestKey: null,
      createdBy: null,
    });
    for (const card of cards) {
      const row = await shop.card(card);
      expect(row).toMatchObject({ orderId: order!.id, issuedAt: server.clock.now(), status: 'unused' });
      expect(row.batch).toBeNull();
      await shop.app.open('D1', card);
    }
  });

  it('takes the mask of the card type', async () => {
    const shop = await Shop.create(undefined, {}, { type: { key_mask: 'VIP-****-****-****-****' } });
    const { result } = await shop.client.order(BODY);
    expect(result!.cards[0]).toMatch(/^VIP(-[2-9A-HJ-NP-Z]{4}){4}$/);
  });

  it('takes the oldest available cards of the batch', async () => {
    const shop = await Shop.stocked(['USED', { card: 'FROZEN', frozen: true } as never, 'S1', 'S2', 'S3']);
    await shop.app.open('D1', 'USED');
    const { result } = await shop.client.order({ ...BODY, quantity: 2 });
    expect(result).toMatchObject({ cards: ['S1', 'S2'], replayed: false });
    expect(await shop.client.order({ ...BODY, order_no: 'A-2', quantity: 2 })).toMatchObject({
      status: 409,
      code: 40902,
      message: 'Only 1 of the 2 cards are available',
    });
    expect((await shop.client.order({ ...BODY, order_no: 'A-2' })).result!.cards).toEqual(['S3']);
    expect(await shop.client.order({ ...BODY, order_no: 'A-3' })).toMatchObject({ code: 40902 });
    expect(await shop.card('FROZEN')).toMatchObject({ issuedAt: null, orderId: null });
  });

  it('takes no card of another batch or type', async () => {
    const app = {
      types: { Year: {} },
      cards: [
        { card: 'X', batch: 'C' },
        { card: 'Y', batch: 'B', card_type: 'Year' },
      ],
    };
    const shop = await Shop.create({ Type: { mode: 'stock', batch: 'B' } }, {}, app);
    expect(await shop.client.order(BODY)).toMatchObject({ code: 40902 });
  });

  it('can name the card type by its id', async () => {
    const shop = await Shop.create();
    const { card_type_id } = (await shop.client.get('/stock')).result!.products[0]!;
    expect((await shop.client.order({ ...BODY, card_type: card_type_id })).result!.card_type).toBe('Month');
    expect((await shop.client.order({ order_no: 'A-2', card_type: String(card_type_id) })).code).toBe(0);
  });

  it('can be a form', async () => {
    const shop = await Shop.create();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'order_no=A-1&card_type=Month&quantity=2&contact=%E5%BC%A0+a&amount=&note=';
    const { result } = await shop.client.send('POST', '/orders', body, form);
    expect(result).toMatchObject({ quantity: 2, amount: 6000, replayed: false });
    const same = { ...BODY, quantity: 2, contact: '张 a', amount: null };
    expect((await shop.client.order(same)).result).toMatchObject({ cards: result!.cards, replayed: true });
  });

  it('can be answered as text', async () => {
    const shop = await Shop.stocked(['S1', 'S2']);
    const body = JSON.stringify({ ...BODY, quantity: 2 });
    const asText = () => shop.client.send('POST', '/orders?format=text', body);
    expect(await asText()).toMatchObject({ status: 200, text: 'S1\nS2' });
    const again = await asText();
    expect(again.text).toBe('S1\nS2');
    expect(again.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect((await shop.client.get('/orders/A-1?format=text')).text).toBe('S1\nS2');
    const refused = await shop.client.send(
      'POST',
      '/orders?format=text',
      JSON.stringify({ ...BODY, order_no: 'A-2' }),
    );
    expect(refused).toMatchObject({ status: 409, text: 'Only 0 of the 1 cards are available' });
  });
});

describe('a repeated order', () => {
  it('is answered with the same cards, whatever has changed since', async () => {
    const shop = await Shop.create(undefined, { maxPerDay: 5 });
    const body = { ...BODY, quantity: 5, amount: 100 };
    const first = (await shop.client.order(body)).result!;
    expect(first).toMatchObject({ amount: 100, replayed: false });
    const repeated = async () => {
      expect((await shop.client.order(body)).result).toEqual({ ...first, replayed: true });
    };
    await repeated();
    await shop.change({ maxPerOrder: 1 });
    await repeated();
    await server.dataSource.manager.delete(ChannelProduct, { channelId: shop.channel.id });
    await repeated();
    server.clock.advance(400 * 86_400);
    await repeated();
    expect(await ordersOf(server.dataSource, shop.channel.id)).toHaveLength(1);
    expect(await server.dataSource.manager.countBy(Card, { applicationId: shop.channel.applicationId })).toBe(
      5,
    );
  });

  it('is refused with another body', async () => {
    const shop = await Shop.create({ Type: {} }, {}, { types: { Year: {} } });
    const body = { ...BODY, quantity: 2, contact: 'a', amount: 1, note: 'b' };
    expect((await shop.client.order(body)).code).toBe(0);
    for (const change of [
      { card_type: 'Year' },
      { quantity: 1 },
      { contact: 'b' },
      { amount: 2 },
      { note: null },
    ]) {
      expect(await shop.client.order({ ...body, ...change })).toMatchObject({
        status: 409,
        code: 40901,
        message: 'The number belongs to an order with other contents',
      });
    }
  });

  it('is accepted with any text that a buyer types', async () => {
    const shop = await Shop.create();
    const typed = { contact: '\u202d13800138000\u202c\u3000', note: `Gift\r\nfor Ann${'!'.repeat(500)}` };
    const first = await shop.client.order({ ...BODY, ...typed });
    const again = await shop.client.order({ ...BODY, ...typed });
    expect([first.result!.replayed, again.result!.replayed]).toEqual([false, true]);
    expect(again.result!.cards).toEqual(first.result!.cards);
    const note = `Gift for Ann${'!'.repeat(488)}`;
    expect(await ordersOf(server.dataSource, shop.channel.id)).toMatchObject([
      { contact: '13800138000', note },
    ]);
  });

  it('counts as a new order in another channel, or if its number differs in letter case', async () => {
    const shop = await Shop.create();
    const { key } = await shop.app.createChannel();
    const other = new ShopClient(server.url, key);
    const answers = [
      await shop.client.order(BODY),
      await other.order(BODY),
      await shop.client.order({ ...BODY, order_no: 'a-1' }),
    ];
    expect(answers.map(({ result }) => result!.replayed)).toEqual([false, false, false]);
    expect(new Set(answers.flatMap(({ result }) => result!.cards)).size).toBe(3);
  });
});

describe('a refused order', () => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await Shop.create();
  });

  /** Expects a refusal that changes no row. */
  async function refused(send: () => ReturnType<ShopClient['send']>, code: number, message?: string) {
    const before = await snapshotTables(server.dataSource);
    const answer = await send();
    expect(answer).toMatchObject({ status: Math.floor(code / 100), code, ...(message && { message }) });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await snapshotTables(server.dataSource)).toEqual(before);
  }

  it.each<[object, string]>([
    [{ card_type: 'Month' }, 'order_no is required'],
    [{ order_no: 'A-1' }, 'card_type is required'],
    [{ ...BODY, order_no: '' }, 'order_no is required'],
    [{ ...BODY, order_no: '-a' }, 'order_no must be 1–64 of'],
    [{ ...BODY, order_no: 'a b' }, 'order_no must be 1–64 of'],
    [{ ...BODY, order_no: '单' }, 'order_no must be 1–64 of'],
    [{ ...BODY, order_no: 'a'.repeat(65) }, 'order_no must be 1–64 of'],
    [{ ...BODY, order_no: ['a'] }, 'order_no must be 1–64 of'],
    [{ ...BODY, card_type: 'a'.repeat(101) }, 'card_type must be text of 1 to 100 characters'],
    [{ ...BODY, card_type: true }, 'card_type must be text of 1 to 100 characters'],
    [{ ...BODY, quantity: 0 }, 'quantity must be a whole number from 1 to 100'],
    [{ ...BODY, quantity: 101 }, 'quantity must be a whole number from 1 to 100'],
    [{ ...BODY, quantity: 1.5 }, 'quantity must be a whole number from 1 to 100'],
    [{ ...BODY, quantity: '1e1' }, 'quantity must be a whole number from 1 to 100'],
    [{ ...BODY, amount: -1 }, 'amount must be a whole number from 0 to 1000000000000'],
    [{ ...BODY, contact: 1 }, 'contact must be 1 to 200 characters without line breaks'],
    [{ ...BODY, note: { a: 1 } }, 'note must be 1 to 500 characters without line breaks'],
    [{ ...BODY, quantitiy: 2 }, 'quantitiy is not a known field'],
    [[], 'the body must be an object'],
  ])('with the fault in %j', async (body, fault) => {
    await shop.client.get('/stock');
    await refused(() => shop.client.send('POST', '/orders', JSON.stringify(body)), 40001);
    const { message } = await shop.client.send('POST', '/orders', JSON.stringify(body));
    expect(message).toContain(fault);
  });

  it('with a body that cannot be read', async () => {
    await shop.client.get('/stock');
    const send =
      (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
      () =>
        shop.client.send('POST', '/orders', body, headers);
    await refused(send('{'), 40001, 'The request is invalid: the body is not JSON');
    await refused(send(''), 40001);
    await refused(send(JSON.stringify(BODY), { 'content-type': 'text/plain' }), 41501);
    await refused(send(JSON.stringify(BODY), { 'content-type': 'application/json; charset=gbk' }), 41501);
    await refused(send(new Uint8Array([0x7b, 0xff, 0x7d])), 41501);
    await refused(
      send(new Uint8Array(gzipSync(JSON.stringify(BODY))), { 'content-encoding': 'gzip' }),
      41501,
    );
    await refused(send(JSON.stringify({ ...BODY, note: 'a'.repeat(16 * 1024) })), 41301);
    await refused(send(`[${'[],'.repeat(50)}[]]`), 40001);
    await refused(
      send(JSON.stringify(Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`f${i}`, 1])))),
      40001,
    );
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await refused(send('order_no=a&order_no=b', form), 40001, 'The request is invalid: a field is repeated');
    await refused(send('a=1&'.repeat(21), form), 40001);
    // 备 in GBK, which is not valid UTF-8.
    await refused(send('order_no=A-1&card_type=Month&note=%B1%B8', form), 41501);
  });

  it('of what the channel does not sell', async () => {
    await shop.client.get('/stock');
    await refused(() => shop.client.order({ ...BODY, card_type: 'Year' }), 40403);
    await refused(() => shop.client.order({ ...BODY, card_type: '999999' }), 40403);
  });

  it('beyond the limit per order', async () => {
    await shop.change({ maxPerOrder: 2 });
    await shop.client.get('/stock');
    const message = 'The channel may order at most 2 cards at once';
    await refused(() => shop.client.order({ ...BODY, quantity: 3 }), 40903, message);
    expect((await shop.client.order({ ...BODY, quantity: 2 })).code).toBe(0);
  });

  it('beyond the limit of a day in the zone of the application', async () => {
    await shop.app.configure({ time_zone: 'Asia/Shanghai' });
    await shop.change({ maxPerDay: 3 });
    expect((await shop.client.order({ ...BODY, quantity: 2 })).code).toBe(0);
    const message =
      'The channel may order only 1 more cards before midnight in the time zone of the application';
    await refused(() => shop.client.order({ ...BODY, order_no: 'A-2', quantity: 2 }), 40904, message);
    expect((await shop.client.order({ ...BODY, order_no: 'A-3' })).code).toBe(0);
    await refused(() => shop.client.order({ ...BODY, order_no: 'A-2' }), 40904);
    const day = Temporal.Instant.fromEpochMilliseconds(server.clock.now()).toZonedDateTimeISO(
      'Asia/Shanghai',
    );
    const midnight = day.add({ days: 1 }).startOfDay().epochMilliseconds;
    server.clock.advance((midnight - server.clock.now()) / 1000 - 1);
    expect(await shop.client.order({ ...BODY, order_no: 'A-2' })).toMatchObject({ code: 40904 });
    server.clock.advance(1);
    expect((await shop.client.order({ ...BODY, order_no: 'A-2', quantity: 3 })).code).toBe(0);
  });

  it('when nearly all keys are taken', async () => {
    const full = await Shop.create(undefined, {}, { type: { key_mask: '****' } });
    const { manager } = server.dataSource;
    // A key mask with a single possible key, which the first order takes.
    await manager.query('UPDATE card_types SET key_mask = ? WHERE application_id = ?', [
      'TAKEN',
      full.channel.applicationId,
    ]);
    expect((await full.client.order(BODY)).result!.cards).toEqual(['TAKEN']);
    expect(await full.client.order({ ...BODY, order_no: 'A-2' })).toMatchObject({ status: 409, code: 40905 });
  });

  it('without the right key', async () => {
    const { client } = shop;
    await client.get('/stock');
    const without = (authorization: string) => () =>
      client.order(BODY, { authorization, 'x-forwarded-for': newAddress() });
    for (const authorization of ['', 'Bearer', 'Bearer x', `Basic ${client.key}`, `Bearer ${client.key}x`]) {
      await refused(without(authorization), 40101, 'The key of the channel is missing or unknown');
    }
  });

  it('of a channel or application that is disabled', async () => {
    await shop.change({ enabled: false });
    await refused(() => shop.client.order(BODY), 40302);
    await shop.change({ enabled: true });
    await shop.app.configure({ enabled: false });
    await refused(() => shop.client.order(BODY), 40303);
    await shop.app.configure({ enabled: true });
    expect((await shop.client.order(BODY)).code).toBe(0);
  });

  it('from an address that is not listed', async () => {
    await shop.change({ addresses: ['192.0.2.0/24', '2001:db8::1'] });
    const from = (address: string) => shop.client.order(BODY, { 'x-forwarded-for': address });
    expect(await from('192.0.3.1')).toMatchObject({
      code: 40301,
      message: 'The channel may not be used from the address 192.0.3.1',
    });
    expect(await from('2001:db8::2')).toMatchObject({ status: 403, code: 40301 });
    expect(await from('2001:db8::1')).toMatchObject({ code: 0 });
    expect(await from('192.0.2.77')).toMatchObject({ code: 0 });
  });

  it('from an address with too many wrong keys, for a while', async () => {
    const address = newAddress();
    const from = (key: string, from = address) =>
      new ShopClient(server.url, key).order(BODY, { 'x-forwarded-for': from });
    for (let i = 0; i < 3; i++) expect(await from(`wrong-${i}`)).toMatchObject({ code: 40101 });
    const closed = await from(shop.client.key);
    expect(closed).toMatchObject({ status: 429, code: 42901 });
    expect(closed.headers.get('retry-after')).toBe('300');
    expect(await from(shop.client.key, newAddress())).toMatchObject({ code: 0 });
    server.clock.advance(300);
    expect(await from(shop.client.key)).toMatchObject({ code: 0 });
  });

  it('at unknown endpoints and with an unknown format', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/orders'],
      ['PUT', '/orders'],
      ['OPTIONS', '/orders'],
      ['POST', '/stock'],
    ] as const) {
      expect(await shop.client.send(method, path)).toMatchObject({ status: 404, code: 40401 });
    }
    expect(await shop.client.get('/stock?format=xml')).toMatchObject({ code: 40001 });
    expect(await shop.client.get('/stock?format=text&format=text')).toMatchObject({ code: 40001 });
  });
});

describe('GET /orders/{no}', () => {
  it('shows an order with its cards', async () => {
    const shop = await Shop.create();
    const { replayed, ...first } = (await shop.client.order({ ...BODY, quantity: 2 })).result!;
    expect(replayed).toBe(false);
    expect(await shop.client.get('/orders/A-1')).toMatchObject({ status: 200, code: 0, result: first });
  });

  it('knows no order of another channel', async () => {
    const [shop, other] = [await Shop.create(), await Shop.create()];
    await shop.client.order(BODY);
    for (const no of ['A-1', 'A-2', '%00', 'a'.repeat(900)]) {
      expect(await other.client.get(`/orders/${no}`)).toMatchObject({ status: 404, code: 40402 });
    }
    expect(await other.client.refund('A-1', 'all')).toMatchObject({ status: 404, code: 40402 });
  });
});

describe('a card of the stock that a customer has used', () => {
  it.each(['unbound by the customer', 'reset', 'reset by a job'])('is not sold when %s', async (how) => {
    const shop = await Shop.stocked(
      ['S1', 'S2'],
      {},
      { unbind_policy: 'reset_to_unused', default_unbind_limit: 1 },
    );
    const token = await shop.app.open('D1', 'S1');
    const admin = await AdminClient.owner(server);
    const { id } = await shop.card('S1');
    if (how === 'unbound by the customer') {
      expect(await shop.app.unbind(token, 'D1', 'S1')).toMatchObject({ code: 0 });
    } else if (how === 'reset') {
      expect(await admin.post(`/cards/${id}/reset`)).toMatchObject({ status: 200 });
    } else {
      const { status } = await admin.post('/card-jobs/bulk', {
        applicationId: shop.channel.applicationId,
        action: 'reset',
        ids: [id],
      });
      expect(status).toBe(201);
      await eventually(async () => (await shop.card('S1')).status === 'unused' || undefined);
    }
    expect(await shop.card('S1')).toMatchObject({ status: 'unused', issuedAt: server.clock.now() });
    expect((await shop.client.order(BODY)).result!.cards).toEqual(['S2']);
    expect(await shop.client.order({ ...BODY, order_no: 'A-2' })).toMatchObject({ code: 40902 });
  });
});

describe('a refund', () => {
  it('counts a card that was unbound and is unused again as used', async () => {
    const settings = { unbind_policy: 'reset_to_unused', default_unbind_limit: 1 };
    const shop = await Shop.create(undefined, undefined, { settings });
    const { cards } = (await shop.client.order({ ...BODY, quantity: 2 })).result!;
    const token = await shop.app.open('D1', cards[0]);
    expect(await shop.app.unbind(token, 'D1', cards[0])).toMatchObject({ code: 0 });
    expect(await shop.card(cards[0]!)).toMatchObject({ status: 'unused' });
    expect((await shop.client.refund('A-1', 'unused')).result).toMatchObject({ frozen: 2, used: 1 });
  });

  it('freezes the cards that were not used', async () => {
    const shop = await Shop.create();
    const { cards } = (await shop.client.order({ ...BODY, quantity: 3 })).result!;
    const token = await shop.app.open('D1', cards[0]);
    const refund = () => shop.client.refund('A-1', 'unused');
    const result = { order_no: 'A-1', status: 'refunded', quantity: 3, frozen: 2, used: 1 };
    expect((await refund()).result).toEqual(result);
    expect(await shop.app.lives(token, cards[0])).toBe(true);
    expect((await shop.app.login('D1', cards[1])).code).toBe(10212);
    const [before] = await ordersOf(server.dataSource, shop.channel.id);
    server.clock.advance(60);
    expect((await refund()).result).toEqual(result);
    const [order] = await ordersOf(server.dataSource, shop.channel.id);
    expect(order!.refundedAt).toBe(before!.refundedAt);
    // A repeated order still gets its answer.
    expect((await shop.client.order({ ...BODY, quantity: 3 })).result).toMatchObject({
      cards,
      status: 'refunded',
      replayed: true,
    });
  });

  it('freezes every card and ends its sessions', async () => {
    const shop = await Shop.create();
    const { cards } = (await shop.client.order({ ...BODY, quantity: 2 })).result!;
    const token = await shop.app.open('D1', cards[0]);
    expect((await shop.client.refund('A-1', 'unused')).result).toMatchObject({ frozen: 1, used: 1 });
    expect((await shop.client.refund('A-1', 'all')).result).toMatchObject({ frozen: 2, used: 1 });
    expect(await shop.app.lives(token, cards[0])).toBe(false);
    expect((await shop.app.login('D1', cards[0])).code).toBe(10212);
  });

  it('needs a mode', async () => {
    const shop = await Shop.create();
    await shop.client.order(BODY);
    expect(await shop.client.refund('A-1', 'some')).toMatchObject({ status: 400, code: 40001 });
    expect(await shop.client.send('POST', '/orders/A-1/refund')).toMatchObject({ status: 400, code: 40001 });
  });

  it('returns no card to the stock', async () => {
    const shop = await Shop.stocked(['S1']);
    await shop.client.order(BODY);
    await shop.client.refund('A-1', 'unused');
    expect(await shop.client.order({ ...BODY, order_no: 'A-2' })).toMatchObject({ code: 40902 });
  });
});

describe('GET /stock', () => {
  it('lists the products', async () => {
    const products = {
      Type: { mode: 'stock', batch: 'B' },
      Year: { name: '年卡', price: 1, currency: 'USD' },
    } as const;
    const cards = ['S1', 'S2', 'S3'].map((card) => ({ card, batch: 'B' }));
    const shop = await Shop.create(products, {}, { types: { Year: {} }, cards });
    await shop.client.order(BODY);
    expect((await shop.client.get('/stock')).result).toEqual({
      products: [
        {
          card_type: 'Month',
          card_type_id: expect.any(Number),
          mode: 'stock',
          available: 2,
          price: 3000,
          currency: 'CNY',
        },
        {
          card_type: '年卡',
          card_type_id: expect.any(Number),
          mode: 'make',
          available: null,
          price: 1,
          currency: 'USD',
        },
      ],
    });
  });
});

describe('a channel', () => {
  it('notes its use to the minute', async () => {
    const shop = await Shop.create();
    const lastUsed = async () =>
      (await server.dataSource.manager.findOneByOrFail(Channel, { id: shop.channel.id })).lastUsedAt;
    /** Waits for the record, since the server answers before it has recorded the use. */
    const useAndWait = async () => {
      await shop.client.get('/stock');
      await eventually(async () => (await lastUsed()) === server.clock.now() || undefined);
    };
    await useAndWait();
    const first = server.clock.now();
    server.clock.advance(59);
    await shop.client.get('/stock');
    expect(await lastUsed()).toBe(first);
    server.clock.advance(1);
    await useAndWait();
  });

  it('notices low stock once, and again after it was filled', async () => {
    const shop = await Shop.stocked(['S1', 'S2', 'S3', 'S4', 'S5'], { lowStock: 3 });
    const lowSince = async () =>
      (await server.dataSource.manager.findOneByOrFail(ChannelProduct, { channelId: shop.channel.id }))
        .lowSince;
    let number = 0;
    const buy = async () => {
      server.clock.advance(1);
      expect((await shop.client.order({ ...BODY, order_no: `N${++number}` })).code).toBe(0);
    };
    await buy();
    await buy();
    expect(await lowSince()).toBeNull();
    await buy();
    const since = server.clock.now();
    expect(await lowSince()).toBe(since);
    await buy();
    expect(await lowSince()).toBe(since);
    await shop.app.configure({
      cards: ['T1', 'T2', 'T3', 'T4'].map((card) => ({ card, card_type: 'Type', batch: 'B' })),
    });
    await buy();
    expect(await lowSince()).toBeNull();
    await buy();
    await buy();
    expect(await lowSince()).toBe(server.clock.now());
  });

  it('notices that the stock is empty when it refuses an order', async () => {
    const shop = await Shop.stocked(['S1'], { lowStock: 1 });
    const { manager } = server.dataSource;
    const lowSince = async () =>
      (await manager.findOneByOrFail(ChannelProduct, { channelId: shop.channel.id })).lowSince;
    await shop.app.change({ frozen: true }, 'S1');
    expect((await shop.client.order({ ...BODY, order_no: 'N1' })).code).toBe(40902);
    expect(await lowSince()).toBe(server.clock.now());
  });

  it('is deleted with its application, and so are its orders', async () => {
    const shop = await Shop.create();
    await shop.client.order(BODY);
    const { applicationId } = shop.channel;
    const { manager } = server.dataSource;
    await manager.delete(Card, { applicationId });
    await manager.delete(Application, { id: applicationId });
    expect(await manager.countBy(Order, { applicationId })).toBe(0);
    expect(await manager.countBy(Channel, { applicationId })).toBe(0);
  });
});
