import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createChannel, issuedCards, ordersOf, ShopClient } from '../../support/shop.js';
import { describeGroup, ServerGroup } from '../../support/server-group.js';

const MANY = 50;
const CARDS = Array.from({ length: MANY }, (_, i) => `S${String(i).padStart(2, '0')}`);

describeGroup('orders at two server processes on one database', () => {
  let group: ServerGroup;

  beforeAll(async () => {
    group = await ServerGroup.start(2, {
      cards: CARDS.map((card) => ({ card, card_type: 'T', batch: 'B' })),
    });
  });
  afterAll(() => group.stop());

  /** Returns clients of one channel, one at each server. */
  async function shopOf(mode: 'make' | 'stock', maxPerDay: number | null = null) {
    const product = { mode, batch: mode === 'stock' ? 'B' : null };
    const appKey = group.application.app_key!;
    const { channel, key } = await createChannel(group.dataSource, appKey, { T: product }, { maxPerDay });
    return { channel, clients: group.servers.map(({ url }) => new ShopClient(url, key)) };
  }

  it('issue one number once', async () => {
    const { channel, clients } = await shopOf('make');
    const body = { order_no: 'A-1', card_type: 'Month', quantity: 3 };
    const answers = await Promise.all(Array.from({ length: MANY }, (_, i) => clients[i % 2]!.order(body)));
    expect(answers.map(({ code }) => code)).toEqual(Array(MANY).fill(0));
    expect(answers.filter(({ result }) => !result!.replayed)).toHaveLength(1);
    expect(new Set(answers.map(({ result }) => result!.text)).size).toBe(1);
    const [order] = await ordersOf(group.dataSource, channel.id);
    const issued = await issuedCards(group.dataSource, channel.applicationId);
    expect(issued.get(order!.id)).toEqual(answers[0]!.result!.cards);
  });

  it('sell every card of the stock, and none twice', async () => {
    const { clients } = await shopOf('stock');
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_, i) =>
        clients[i % 2]!.order({ order_no: `A-${i}`, card_type: 'Month' }),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(MANY).fill(0));
    expect(answers.flatMap(({ result }) => result!.cards).toSorted()).toEqual(CARDS);
  });

  it('keep the limit of a day together', async () => {
    const { channel, clients } = await shopOf('make', 10);
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_, i) =>
        clients[i % 2]!.order({ order_no: `A-${i}`, card_type: 'Month' }),
      ),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 40904)).toHaveLength(MANY - 10);
    expect(await ordersOf(group.dataSource, channel.id)).toHaveLength(10);
  });
});
