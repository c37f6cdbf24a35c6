import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CardType, Channel, type ChannelProduct } from '@app/database';
import { AcgClient } from '../../support/acg-client.js';
import type { CardApplicationFile } from '../../support/card-application.js';
import { newAddress } from '../../support/from-address.js';
import { issuedCards, ordersOf, ShopClient } from '../../support/shop.js';
import { createSigningShop, type SigningShop } from '../../support/signing-shop.js';
import { snapshotTables } from '../../support/table-snapshot.js';
import { TestServer } from '../../support/test-server.js';

const server = TestServer.forSuite({ TRUST_PROXY: 'loopback', LIMIT_WRONG_KEYS: '3' });

beforeAll(async () => {
  // Moving the clock must not let sessions end while a test compares tables.
  server.stopScheduledJobs();
});

interface Shop extends SigningShop {
  readonly client: AcgClient;
  /** Code of the product. */
  readonly code: string;
}

async function createShop(
  products?: Record<string, Partial<ChannelProduct>>,
  settings?: Partial<Channel>,
  file?: CardApplicationFile,
): Promise<Shop> {
  const shop = await createSigningShop(server, 'acg', products, settings, file);
  const { applicationId } = shop.channel;
  const types = await server.dataSource.manager.findBy(CardType, { applicationId });
  const code = String(types.find(({ name }) => name === 'Type')!.id);
  return { ...shop, client: new AcgClient(server.url, shop.id, shop.key), code };
}

const stocked = (cards: string[], settings?: Partial<Channel>) =>
  createShop({ Type: { mode: 'stock', batch: 'B' } }, settings, {
    cards: cards.map((card) => ({ card, batch: 'B' })),
  });

describe('acg-faka', () => {
  it('connects', async () => {
    const { app, client } = await createShop();
    const answer = await client.post('/authentication/connect');
    expect(answer).toMatchObject({
      status: 200,
      code: 200,
      msg: 'success',
      data: { shopName: app.name, balance: '0.00' },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('lists products in one category', async () => {
    const products = {
      Type: { mode: 'stock', batch: 'B' },
      Year: { name: '年卡', currency: 'JPY' },
    } as const;
    const cards = ['S1', 'S2'].map((card) => ({ card, batch: 'B' }));
    const { app, client, code } = await createShop(
      products,
      { maxPerOrder: 5 },
      { types: { Year: {} }, cards },
    );
    const { data } = await client.post('/commodity/items');
    expect(data).toMatchObject([
      {
        name: app.name,
        children: [
          { name: 'Month', code, price: '30.00', user_price: '30.00', stock: 2, minimum: 1, maximum: 5 },
          { name: '年卡', price: '3000', stock: 999_999 },
        ],
      },
    ]);
    const { data: item } = await client.post('/commodity/item', { code });
    const [{ children }] = data as unknown as [{ children: unknown[] }];
    expect(item).toEqual(children[0]);
    expect(item).toMatchObject({
      id: Number(code),
      delivery_way: 0,
      widget: '[]',
      config: '',
      draft_status: 0,
      // acg-faka writes these values into columns for times, which refuse an empty text.
      seckill_start_time: null,
      seckill_end_time: null,
    });
  });

  it('lists nothing without products', async () => {
    const { client } = await createShop({});
    expect(await client.post('/commodity/items')).toMatchObject({ code: 200, data: [] });
  });

  it('asks for stock and prices', async () => {
    const { client, code } = await stocked(['S1', 'S2']);
    expect((await client.post('/commodity/stock', { code, race: '' })).data).toEqual({ stock: '2' });
    expect((await client.post('/commodity/inventory', { sharedCode: code, race: '' })).data).toEqual({
      count: 2,
      delivery_way: 0,
      draft_status: 0,
      price: '30.00',
      user_price: '30.00',
      config: '',
      factory_price: '30.00',
      is_category: false,
    });
    const state = (num: number) =>
      client.post('/commodity/inventoryState', { shared_code: code, card_id: 0, num, race: '' });
    expect(await state(2)).toMatchObject({ code: 200, data: [] });
    expect(await state(3)).toMatchObject({ status: 200, code: 409, msg: '库存不足' });
    const price = await client.post('/commodity/valuation', { code, num: 3, race: '', card_id: 0 });
    expect(price.data).toEqual({ price: '90.00' });
  });

  it('shows at most what the channel may still order today', async () => {
    const products = { Type: { mode: 'stock', batch: 'B' }, Year: { name: 'Year' } } as const;
    const cards = ['S1', 'S2', 'S3', 'S4', 'S5'].map((card) => ({ card, batch: 'B' }));
    const { client, code, channel } = await createShop(
      products,
      { maxPerDay: 4 },
      { types: { Year: {} }, cards },
    );
    const stocks = async () => {
      const { data } = await client.post('/commodity/items');
      const [{ children }] = data as unknown as [{ children: { stock: number }[] }];
      return children.map(({ stock }) => stock);
    };
    const state = (num: number) => client.post('/commodity/inventoryState', { shared_code: code, num });
    expect(await stocks()).toEqual([4, 4]);
    await client.trade({ shared_code: code, num: 3 });
    expect(await stocks()).toEqual([1, 1]);
    expect((await client.post('/commodity/stock', { code })).data).toEqual({ stock: '1' });
    expect(await state(1)).toMatchObject({ code: 200 });
    expect(await state(2)).toMatchObject({ status: 200, code: 409, msg: '库存不足' });
    await server.dataSource.manager.update(Channel, { id: channel.id }, { maxPerDay: 2 });
    expect(await stocks()).toEqual([0, 0]);
    server.clock.advance(86_400);
    expect(await stocks()).toEqual([2, 2]);
  });

  it('trades cards that log in', async () => {
    const { app, channel, client, code } = await createShop();
    const { data } = await client.trade({ shared_code: code, num: 2, contact: '张 a&b=c+%41' });
    const cards = data!.secret.split('\n');
    expect(data).toEqual({
      url: '',
      amount: '60.00',
      tradeNo: 'A-1',
      secret: cards.join('\n'),
      leave_message: null,
    });
    expect(await ordersOf(server.dataSource, channel.id)).toMatchObject([
      { externalNo: 'A-1', quantity: 2, amount: 6000, currency: 'CNY', contact: '张 a&b=c+%41' },
    ]);
    for (const card of cards) await app.open('D1', card);
    const found = { secret: data!.secret, widget: null, status: 1 };
    expect((await client.post('/commodity/query', { tradeNo: 'A-1' })).data).toEqual(found);
    expect((await client.post('/commodity/query?tradeNo=A-1')).data).toEqual(found);
  });

  it('trades with variants, form fields and numbers that acg-faka sends and Latchkey does not need', async () => {
    const { client, code } = await createShop();
    const more = {
      'sku[颜色]': '红',
      'sku[size]': '',
      race: 'x',
      账号: 'a b',
      card_id: 7,
      device: 1,
      password: 'p',
    };
    expect(await client.trade({ shared_code: code, ...more })).toMatchObject({ code: 200 });
  });
});

describe('a repeated trade', () => {
  it('is answered with the same cards, whatever has changed since', async () => {
    const { channel, client, code } = await createShop(undefined, { maxPerDay: 2 });
    const trade = () => client.trade({ shared_code: code, num: 2 });
    const first = await trade();
    await server.dataSource.manager.update(Channel, { id: channel.id }, { maxPerOrder: 1 });
    expect(await trade()).toMatchObject({ code: 200, data: { secret: first.data!.secret } });
    expect(await client.trade({ shared_code: code, num: 1 })).toMatchObject({
      status: 200,
      code: 409,
      msg: '该请求号已用于内容不同的订单',
    });
    expect(await ordersOf(server.dataSource, channel.id)).toHaveLength(1);
  });

  it.each([
    ['13800138000\u3000', '13800138000'],
    ['\u202d13800138000\u202c', '13800138000'],
    ['👨\u200d👩 a\u0000', '👨👩 a'],
    ['\u200b', null],
    ['😀'.repeat(201), '😀'.repeat(200)],
  ])('is not refused because of the contact %j, which the buyer has typed', async (contact, stored) => {
    const { channel, client, code } = await createShop();
    const trade = () => client.trade({ shared_code: code, contact });
    const first = await trade();
    expect(first).toMatchObject({ code: 200 });
    expect((await trade()).data).toEqual(first.data);
    expect(await ordersOf(server.dataSource, channel.id)).toMatchObject([{ contact: stored }]);
  });

  it('issues cards once when 30 arrive together', async () => {
    const { channel, client, code } = await stocked(['S1', 'S2', 'S3', 'S4', 'S5', 'S6']);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => client.trade({ shared_code: code, num: 3 })),
    );
    expect(answers.map(({ data }) => data!.secret)).toEqual(Array(30).fill('S1\nS2\nS3'));
    expect(await ordersOf(server.dataSource, channel.id)).toHaveLength(1);
    const issued = await issuedCards(server.dataSource, channel.applicationId);
    expect([...issued.values()]).toEqual([['S1', 'S2', 'S3']]);
  });
});

describe('a refused request', () => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await createShop();
    await shop.client.post('/authentication/connect');
  });

  /** Expects a refusal that changes no row. */
  async function refused(
    send: () => ReturnType<AcgClient['post']>,
    code: number,
    msg?: string,
    status = 200,
  ) {
    const before = await snapshotTables(server.dataSource);
    const answer = await send();
    expect(answer).toMatchObject({ status, code, ...(msg && { msg }) });
    expect(answer.data).toBeUndefined();
    expect(await snapshotTables(server.dataSource)).toEqual(before);
  }
  const elsewhere = () => ({ 'x-forwarded-for': newAddress() });

  it.each<[string, Record<string, string | undefined>]>([
    ['a wrong signature', { sign: '0'.repeat(32) }],
    ['a shorter signature', { sign: 'a' }],
    ['no signature', { sign: undefined }],
    ['a field that was changed', { code: '8' }],
    ['a field that was added', { race: 'x' }],
    ['another key in the form', { app_key: 'other' }],
  ])('has %s', async (_, changes) => {
    const { client } = shop;
    const send = () => client.post('/commodity/stock', { code: '7' }, changes, elsewhere());
    await refused(send, 401, '密钥错误');
  });

  it('has an unknown id, or none', async () => {
    const { url, key } = shop.client;
    for (const id of ['1', 'x'.repeat(40), '']) {
      const client = new AcgClient(url, id, key);
      await refused(() => client.post('/commodity/items', {}, {}, elsewhere()), 401, '商户ID不存在');
    }
    const client = new AcgClient(url, shop.id, `${key}x`);
    await refused(() => client.post('/commodity/items', {}, {}, elsewhere()), 401, '密钥错误');
  });

  it('has the credential of another protocol', async () => {
    const dujiao = await createSigningShop(server, 'dujiao');
    const client = new AcgClient(server.url, dujiao.id, dujiao.key);
    await refused(() => client.post('/commodity/items', {}, {}, elsewhere()), 401, '商户ID不存在');
    for (const key of [shop.id, shop.key]) {
      const answer = await new ShopClient(server.url, key).get('/stock', elsewhere());
      expect(answer).toMatchObject({ status: 401, code: 40101 });
    }
  });

  it.each<[string, Record<string, string | number>, string]>([
    ['num', { num: 0 }, 'num must be a whole number from 1 to 100'],
    ['num', { num: '1e1' }, 'num must be a whole number from 1 to 100'],
    ['num', { num: '' }, 'num is required'],
    ['request_no', { request_no: '' }, 'request_no is required'],
    ['request_no', { request_no: 'a b' }, 'request_no must be 1–64 of'],
    ['shared_code', { shared_code: 'x' }, 'shared_code must be the code of a product'],
    ['shared_code', { shared_code: '' }, 'shared_code is required'],
  ])('has a fault in %s', async (_, fields, fault) => {
    await refused(() => shop.client.trade({ shared_code: shop.code, ...fields }), 400);
    const { msg } = await shop.client.trade({ shared_code: shop.code, ...fields });
    expect(msg).toContain(`请求参数错误：${fault}`);
  });

  it('asks for what the channel does not sell', async () => {
    await refused(() => shop.client.trade({ shared_code: '999999' }), 404, '商品不存在');
    await refused(() => shop.client.post('/commodity/item', { code: '0' }), 404, '商品不存在');
    await refused(() => shop.client.post('/commodity/query', { tradeNo: 'A-9' }), 404, '订单不存在');
  });

  it('knows no order of another channel', async () => {
    await shop.client.trade({ shared_code: shop.code });
    const other = await createShop();
    await other.client.post('/authentication/connect');
    await refused(() => other.client.post('/commodity/query', { tradeNo: 'A-1' }), 404, '订单不存在');
  });

  it('orders more than there is, or than is allowed', async () => {
    const few = await stocked(['S1'], { maxPerOrder: 3, maxPerDay: 1 });
    await few.client.post('/authentication/connect');
    const trade = (num: number) => () => few.client.trade({ shared_code: few.code, num });
    await refused(trade(4), 409, '本商品单次最多购买3个');
    await refused(trade(2), 409, '该渠道今日还可购买1个');
    await server.dataSource.manager.update(Channel, { id: few.channel.id }, { maxPerDay: null });
    await refused(trade(2), 409, '库存不足');
  });

  it('is of a channel or application that is disabled', async () => {
    const { app, channel, client, code } = shop;
    const { manager } = server.dataSource;
    await manager.update(Channel, { id: channel.id }, { enabled: false });
    await refused(() => client.trade({ shared_code: code }), 403, '该渠道已停用');
    await manager.update(Channel, { id: channel.id }, { enabled: true });
    await app.configure({ enabled: false });
    await refused(() => client.trade({ shared_code: code }), 403, '该渠道的软件已停用');
  });

  it('is from an address that is not listed', async () => {
    const { client, channel } = shop;
    await server.dataSource.manager.update(Channel, { id: channel.id }, { addresses: ['192.0.2.0/24'] });
    const from = (address: string) => client.post('/commodity/items', {}, {}, { 'x-forwarded-for': address });
    await refused(() => from('192.0.3.1'), 403, '地址 192.0.3.1 不在该渠道的允许范围内');
    expect(await from('192.0.2.77')).toMatchObject({ code: 200 });
  });

  it('is from an address with too many wrong signatures, for a while', async () => {
    const address = newAddress();
    const from = (key: string) =>
      new AcgClient(server.url, shop.id, key).post(
        '/commodity/items',
        {},
        {},
        { 'x-forwarded-for': address },
      );
    for (let i = 0; i < 3; i++) expect(await from(`wrong-${i}`)).toMatchObject({ code: 401 });
    const closed = await from(shop.key);
    expect(closed).toMatchObject({ status: 200, code: 429, msg: '密钥错误次数过多，请在 300 秒后重试' });
    expect(closed.headers.get('retry-after')).toBe('300');
    server.clock.advance(300);
    expect(await from(shop.key)).toMatchObject({ code: 200 });
  });

  it('has a body that cannot be read', async () => {
    const { client } = shop;
    const send = (body: string, headers: Record<string, string> = {}) =>
      client.send('/commodity/items', body, { ...elsewhere(), ...headers });
    await refused(() => send('{}', { 'content-type': 'application/json' }), 415);
    await refused(
      () => send('a=1', { 'content-type': 'application/x-www-form-urlencoded; charset=gbk' }),
      415,
    );
    await refused(() => send('a=1&a=2'), 400);
    await refused(() => send('a=1&'.repeat(21)), 400);
    await refused(() => send(`a=${'x'.repeat(16 * 1024)}`), 413);
    await refused(() => send(''), 401, '商户ID不存在');
  });

  it('is for an unknown path or by another method', async () => {
    await refused(() => shop.client.post('/commodity/draftCard'), 404, '接口不存在', 404);
    const response = await fetch(`${server.url}/shared/commodity/items`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ code: 404, msg: '接口不存在' });
  });
});
