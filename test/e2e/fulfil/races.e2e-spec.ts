import { describe, expect, it } from '@jest/globals';
import { Card, type Channel, type ChannelProduct } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { CardJobs } from '../../support/card-jobs.js';
import { issuedCards, ordersOf, ShopClient } from '../../support/shop.js';
import { ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

const MANY = 50;
const CARDS = Array.from({ length: MANY }, (_, i) => `S${String(i).padStart(2, '0')}`);

describe('concurrent orders', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);

  async function shopOf(
    product: Partial<ChannelProduct>,
    settings: Partial<Channel> = {},
    cards: string[] = [],
  ) {
    const jobs = await CardJobs.create(server, admin, { cards: cards.map((card) => ({ card, batch: 'B' })) });
    const { channel, key } = await jobs.app.createChannel({ Type: product }, settings);
    return { jobs, channel, client: new ShopClient(server.url, key) };
  }
  const STOCK = { mode: 'stock', batch: 'B' } as const;
  const orders = (client: ShopClient, count: number, fields: (i: number) => object) =>
    Promise.all(Array.from({ length: count }, (_, i) => client.order({ card_type: 'Month', ...fields(i) })));

  it.each(['make', 'stock'] as const)('with one number issue the same cards, once (%s)', async (mode) => {
    const { channel, client } = await shopOf(mode === 'stock' ? STOCK : {}, {}, [...CARDS]);
    const answers = await orders(client, MANY, () => ({ order_no: 'A-1', quantity: 3 }));
    expect(answers.map(({ code }) => code)).toEqual(Array(MANY).fill(0));
    expect(answers.filter(({ result }) => !result!.replayed)).toHaveLength(1);
    const [order] = await ordersOf(server.dataSource, channel.id);
    const issued = await issuedCards(server.dataSource, channel.applicationId);
    expect([...issued.keys()]).toEqual([order!.id]);
    for (const { result } of answers) expect(result!.cards).toEqual(issued.get(order!.id));
    expect(issued.get(order!.id)).toHaveLength(3);
  });

  it('with one number and two bodies refuse one of the bodies', async () => {
    const { channel, client } = await shopOf({});
    const answers = await orders(client, MANY, (i) => ({ order_no: 'A-1', quantity: 1 + (i % 2) }));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(MANY / 2);
    expect(codes.filter((code) => code === 40901)).toHaveLength(MANY / 2);
    expect(await ordersOf(server.dataSource, channel.id)).toHaveLength(1);
  });

  it('sell every card of the stock, and none twice', async () => {
    const { channel, client } = await shopOf(STOCK, {}, CARDS);
    const answers = await orders(client, MANY, (i) => ({ order_no: `A-${i}` }));
    expect(answers.map(({ code }) => code)).toEqual(Array(MANY).fill(0));
    expect(answers.flatMap(({ result }) => result!.cards).toSorted()).toEqual(CARDS);
    expect(await ordersOf(server.dataSource, channel.id)).toHaveLength(MANY);
  });

  it('leave no card when more is ordered than there is', async () => {
    const { client } = await shopOf(STOCK, {}, CARDS);
    const answers = await orders(client, MANY, (i) => ({ order_no: `A-${i}`, quantity: 2 }));
    const sold = answers.filter(({ code }) => code === 0);
    expect(sold).toHaveLength(MANY / 2);
    expect(answers.filter(({ code }) => code === 40902)).toHaveLength(MANY / 2);
    expect(sold.flatMap(({ result }) => result!.cards).toSorted()).toEqual(CARDS);
  });

  it('keep the limit of a day', async () => {
    const { channel, client } = await shopOf({}, { maxPerDay: 10 });
    const answers = await orders(client, MANY, (i) => ({ order_no: `A-${i}` }));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 40904)).toHaveLength(MANY - 10);
    expect(await ordersOf(server.dataSource, channel.id)).toHaveLength(10);
  });

  it('and concurrent refunds of an order leave all its cards frozen', async () => {
    const { channel, client } = await shopOf({});
    await client.order({ order_no: 'A-1', card_type: 'Month', quantity: 5 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => client.refund('A-1', i % 2 ? 'all' : 'unused')),
    );
    for (const { result } of answers) expect(result).toMatchObject({ frozen: 5, used: 0 });
    const cards = await server.dataSource.manager.findBy(Card, { applicationId: channel.applicationId });
    expect(cards.map(({ frozen }) => frozen)).toEqual(Array(5).fill(true));
  });

  it('are answered while a job makes 100000 cards of the same batch', async () => {
    const { jobs, client, channel } = await shopOf(STOCK, {}, CARDS);
    const submitted = await jobs.generate({ count: 100_000, batch: 'B' });
    const { body: started } = submitted;
    const isRunning = async () =>
      ['queued', 'running'].includes(
        (await jobs.admin.get<{ status: string }>(`/card-jobs/${started.id}`)).body.status,
      );
    expect(await isRunning()).toBe(true);
    const cards: string[] = [];
    let meanwhile = 0;
    for (let i = 0; i < MANY; i++) {
      const { code, result } = await client.order({ order_no: `A-${i}`, card_type: 'Month' });
      expect(code).toBe(0);
      cards.push(...result!.cards);
      if (await isRunning()) meanwhile += 1;
    }
    expect(cards.toSorted()).toEqual(CARDS);
    // On SQLite a job occupies the only connection for writes. Orders wait for it and are not refused.
    if (ENGINE === 'mysql') expect(meanwhile).toBeGreaterThan(MANY / 5);
    await jobs.ended(submitted);
    expect(await ordersOf(server.dataSource, channel.id)).toHaveLength(MANY);
  });
});
