import { beforeAll, expect, it } from '@jest/globals';
import { ChannelProduct, type ChannelKind, OutboxEvent } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { withCommitsTogether } from '../../support/commits-together.js';
import { ShopClient } from '../../support/shop.js';
import { ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

const server = TestServer.forSuite();
let app: CardApplication;
beforeAll(async () => {
  server.stopScheduledJobs();
  const admin = await AdminClient.owner(server);
  const types = ['order.issued', 'order.refunded', 'stock.low', 'card.frozen'];
  await admin.post('/webhooks', { name: 'Shop', url: 'https://shop.example/hooks', types });
  app = await CardApplication.create(server, { cards: [] });
});

/** Returns the types and data of the events that were written since the last call. */
async function written(): Promise<[string, Record<string, unknown>][]> {
  const { manager } = server.dataSource;
  const events = await manager.find(OutboxEvent, { order: { id: 'ASC' } });
  await manager.createQueryBuilder().delete().from(OutboxEvent).execute();
  return events.map(({ type, data }) => [type, JSON.parse(data) as Record<string, unknown>]);
}

it('an order and its refund are reported once, however often they are repeated', async () => {
  const { channel, key } = await app.createChannel();
  const shop = new ShopClient(server.url, key);
  const order = { order_no: 'A1', card_type: 'Month', quantity: 2 };
  const answers = await Promise.all(Array.from({ length: 5 }, () => shop.order(order)));
  const { cards } = answers[0]!.result!;
  const facts = {
    order_no: 'A1',
    channel_id: channel.id,
    card_type: 'Month',
    quantity: 2,
    amount: 6000,
    currency: 'CNY',
    cards,
  };
  expect(await written()).toEqual([['order.issued', facts]]);

  for (let time = 0; time < 2; time++) await shop.refund('A1', 'unused');
  const [frozen, refunded, ...more] = await written();
  expect(frozen).toEqual([
    'card.frozen',
    expect.objectContaining({ holders: [anyCard(cards[0]), anyCard(cards[1])] }),
  ]);
  expect(refunded).toEqual(['order.refunded', { ...facts, mode: 'unused', frozen: 2, used: 0 }]);
  expect(more).toEqual([]);
});

it('a refused order is not reported', async () => {
  const { key } = await app.createChannel({
    Type: { mode: 'stock', batch: 'none' },
  });
  const { code } = await new ShopClient(server.url, key).order({ order_no: 'B1', card_type: 'Month' });
  expect(code).toBe(40902);
  expect(await written()).toEqual([]);
});

it('a low stock is reported once until it is filled again', async () => {
  const cards = ['S1', 'S2', 'S3', 'S4'].map((card) => ({ card, card_type: 'Type', batch: 'shelf' }));
  await app.configure({ cards });
  const products = { Type: { mode: 'stock', batch: 'shelf' } } as const;
  const { channel, key } = await app.createChannel(products, {
    lowStock: 3,
  });
  const shop = new ShopClient(server.url, key);
  for (const order_no of ['C1', 'C2', 'C3']) await shop.order({ order_no, card_type: 'Month' });
  const low = (await written()).filter(([type]) => type === 'stock.low');
  expect(low).toEqual([['stock.low', { channel_id: channel.id, card_type: 'Month', left: 2, level: 3 }]]);
});

it('a low stock is reported once if concurrent orders take the last cards', async () => {
  const cards = ['U1', 'U2'].map((card) => ({ card, card_type: 'Type', batch: 'last' }));
  await app.configure({ cards });
  const { channel, key } = await app.createChannel(
    { Type: { mode: 'stock', batch: 'last' } },
    { lowStock: 1 },
  );
  const shop = new ShopClient(server.url, key);
  const both = () =>
    Promise.all(['E1', 'E2'].map((order_no) => shop.order({ order_no, card_type: 'Month' })));
  // On SQLite, the second transaction begins after the first one has ended.
  const answers = await (ENGINE === 'mysql' ? withCommitsTogether(server.dataSource, 2, both) : both());
  expect(answers.map(({ code }) => code)).toEqual([0, 0]);
  const low = (await written()).filter(([type]) => type === 'stock.low');
  expect(low).toEqual([['stock.low', { channel_id: channel.id, card_type: 'Month', left: 0, level: 1 }]]);
  const { manager } = server.dataSource;
  expect(await manager.findOneByOrFail(ChannelProduct, { channelId: channel.id })).toMatchObject({
    lowSince: server.clock.now(),
  });
});

it('a low stock is reported for each channel that sells the batch, with a name for people', async () => {
  const cards = ['T1', 'T2', 'T3'].map((card) => ({ card, card_type: 'Type', batch: 'shared' }));
  await app.configure({ cards });
  const open = (name: string, kind: ChannelKind) => {
    const products = { Type: { name, mode: 'stock', batch: 'shared' } } as const;
    return app.createChannel(products, { kind, lowStock: 3 });
  };
  const [native, stripe] = [await open('Month', 'native'), await open('plink_1N4t', 'stripe')];
  await new ShopClient(server.url, native.key).order({ order_no: 'D1', card_type: 'Month' });
  const low = (await written()).filter(([type]) => type === 'stock.low').map(([, data]) => data);
  expect(low).toEqual([
    { channel_id: native.channel.id, card_type: 'Month', left: 2, level: 3 },
    { channel_id: stripe.channel.id, card_type: 'Type', left: 2, level: 3 },
  ]);
});

function anyCard(card: string | undefined): unknown {
  return expect.objectContaining({ kind: 'card', card });
}
