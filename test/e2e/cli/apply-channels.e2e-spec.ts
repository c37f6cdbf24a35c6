import { describe, expect, it } from '@jest/globals';
import { Channel, type ChannelKind, ChannelProduct } from '@app/database';
import { AcgClient } from '../../support/acg-client.js';
import { DujiaoClient } from '../../support/dujiao-client.js';
import { ShopClient } from '../../support/shop.js';
import { snapshotTables } from '../../support/table-snapshot.js';
import { TestServer } from '../../support/test-server.js';

const KEY = 'a-key-of-the-shop-0123456789';
const TYPE = { name: 'Month', duration: { unit: 'days', amount: 30 } };
const PRODUCT = { card_type: 'Month', name: '月卡', price: 3000, currency: 'CNY', mode: 'make', batch: null };
const CHANNEL = {
  name: 'Shop',
  key_env: 'CHANNEL_KEY_SHOP',
  kind: 'native',
  enabled: true,
  max_per_order: 5,
  max_per_day: 100,
  addresses: ['127.0.0.1'],
  low_stock: 3,
  refund_mode: 'unused',
  mail_cards: false,
  mail_text: null,
  products: [PRODUCT],
};

describe('channels in a file', () => {
  const server = TestServer.forSuite();

  const apply = (name: string, channels: object[], key = KEY) =>
    server.apply({ name, card_types: [TYPE], channels }, { CHANNEL_KEY_SHOP: key, ENCRYPTION_KEY: key });
  const order = (key: string, order_no: string) =>
    new ShopClient(server.url, key).order({ order_no, card_type: '月卡' });

  it('are created with the key from the environment, since files contain no keys', async () => {
    const applied = await apply('One', [CHANNEL]);
    expect(applied.channels).toEqual([CHANNEL]);
    expect(JSON.stringify(applied)).not.toContain(KEY);
    expect(await order(KEY, 'A')).toMatchObject({ code: 0 });
    // Applying the command's own output changes nothing.
    const before = await snapshotTables(server.dataSource);
    const { key_env: _, ...described } = applied.channels![0]!;
    expect((await apply('One', [described])).channels).toEqual([described]);
    const after = await snapshotTables(server.dataSource);
    expect(after.channels).toEqual(before.channels);
  });

  it('are changed with their products, and get a new key', async () => {
    const key = 'another-key-of-the-shop-0123';
    await apply('Two', [CHANNEL], `${key}-2`);
    const stock = { ...PRODUCT, name: 'Month', mode: 'stock', batch: 'B' };
    const changed = { ...CHANNEL, max_per_day: null, addresses: [], products: [stock] };
    expect((await apply('Two', [changed], key)).channels).toEqual([changed]);
    expect(await order(`${key}-2`, 'A')).toMatchObject({ code: 40101 });
    expect(await new ShopClient(server.url, key).get('/stock')).toMatchObject({
      code: 0,
      result: { products: [{ card_type: 'Month', mode: 'stock', available: 0 }] },
    });
    // A value that a file leaves out is kept.
    await apply('Two', [{ name: 'Shop', enabled: false }]);
    const row = await server.dataSource.manager.findOneByOrFail(Channel, { keyHint: key.slice(0, 8) });
    expect(row).toMatchObject({ enabled: false, maxPerOrder: 5, lowStock: 3 });
    expect(await server.dataSource.manager.countBy(ChannelProduct, { channelId: row.id })).toBe(1);
  });

  it.each<[string, object, string]>([
    ['without a key', { key_env: undefined }, 'key_env is required for a new channel'],
    [
      'with a variable that is not set',
      { key_env: 'CHANNEL_KEY_NONE' },
      'the environment variable CHANNEL_KEY_NONE is not set',
    ],
    [
      'with the name of a variable that may not hold a key',
      { key_env: 'ENCRYPTION_KEY' },
      'key_env must be the name of an environment variable',
    ],
    [
      'with an unknown card type',
      { products: [{ ...PRODUCT, card_type: 'Year' }] },
      'products[0].card_type Year does not exist',
    ],
    ['with a repeated product', { products: [PRODUCT, PRODUCT] }, 'products[1] repeats the product 月卡'],
    [
      'without a batch',
      { products: [{ ...PRODUCT, mode: 'stock' }] },
      'products[0].batch is required for the mode stock',
    ],
    [
      'with a needless batch',
      { products: [{ ...PRODUCT, batch: 'B' }] },
      'products[0].batch is allowed only for the mode stock',
    ],
    [
      'with a price that is not a whole number',
      { products: [{ ...PRODUCT, price: 1.5 }] },
      'products[0].price must be a whole number',
    ],
    [
      'with an invalid address',
      { addresses: ['shop.example'] },
      'addresses must have only IPv4 or IPv6 addresses',
    ],
  ])('are refused %s', async (_, change, fault) => {
    const before = await snapshotTables(server.dataSource);
    await expect(apply('Three', [{ ...CHANNEL, ...change }])).rejects.toThrow(fault);
    expect(await snapshotTables(server.dataSource)).toEqual(before);
  });

  it('of a payment service keep the signing secret from the environment', async () => {
    const mails = { refund_mode: 'all', mail_cards: true, mail_text: 'Thank you' };
    const secret = { signing_secret_env: 'CHANNEL_SECRET_SHOP' };
    const channel = { ...CHANNEL, kind: 'stripe', ...mails, ...secret };
    const sealed = async (text: string) => {
      const file = { name: 'Paid', card_types: [TYPE], channels: [channel] };
      const environment = { CHANNEL_KEY_SHOP: `${KEY}-paid`, CHANNEL_SECRET_SHOP: text };
      expect((await server.apply(file, environment)).channels).toEqual([channel]);
      const row = await server.dataSource.manager.findOneByOrFail(Channel, { kind: 'stripe' });
      expect(row.secretSealed).not.toContain(text);
      return row.secretSealed;
    };
    const first = await sealed('whsec_first');
    expect(await sealed('whsec_first')).toBe(first);
    expect(await sealed('whsec_second')).not.toBe(first);
  });

  it.each(['acg', 'dujiao'])('of the kind %s keep their id when they get a new key', async (kind) => {
    const name = `Signing ${kind}`;
    const channel = { ...CHANNEL, kind };
    expect((await apply(name, [channel])).channels).toEqual([channel]);
    const row = () => server.dataSource.manager.findOneByOrFail(Channel, { kind: kind as ChannelKind });
    const before = await row();
    const opens = async (key: string) => {
      if (kind === 'acg')
        return (await new AcgClient(server.url, before.keyHint, key).post('/commodity/items')).code === 200;
      const client = new DujiaoClient(server.url, before.keyHint, key, server.clock);
      return (await client.get('/products')).status === 200;
    };
    expect(await opens(KEY)).toBe(true);
    // The same key is not sealed again.
    await apply(name, [channel]);
    expect((await row()).secretSealed).toBe(before.secretSealed);
    await apply(name, [channel], `${KEY}-2`);
    expect(await row()).toMatchObject({ keyHint: before.keyHint, keyHash: before.keyHash });
    expect(await opens(KEY)).toBe(false);
    expect(await opens(`${KEY}-2`)).toBe(true);
    const other = { ...channel, kind: 'native' };
    await expect(apply(name, [other])).rejects.toThrow(
      `channels[0].kind of an existing channel cannot change`,
    );
    const { kind: _, ...kept } = channel;
    expect((await apply(name, [kept], `${KEY}-2`)).channels).toEqual([channel]);
  });

  it('are refused with a key that acg-faka cannot sign with', async () => {
    const channel = { ...CHANNEL, kind: 'acg' };
    for (const key of [`${KEY}+1`, 'a'.repeat(65)])
      await expect(apply('Five', [channel], key)).rejects.toThrow('must be 16 to 64 of A-Z a-z 0-9 . _ ~ -');
  });

  it('are refused with a short key', async () => {
    await expect(apply('Four', [CHANNEL], 'short')).rejects.toThrow(
      'must be 16 to 128 characters of ASCII without spaces',
    );
  });
});
