import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Application, CardType, OrderCallback } from '@app/database';
import { SystemClock } from '@app/platform';
import { DujiaoClient } from '../../support/dujiao-client.js';
import { describeGroup, ServerGroup } from '../../support/server-group.js';
import { eventually } from '../../support/server-process.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const MANY = 60;

describeGroup('callbacks of two server processes on one database', () => {
  let group: ServerGroup;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    receiver.answer = (_, response) => void response.end('{"ok":true}');
    group = await ServerGroup.start(0);
    for (let i = 0; i < 2; i++) await group.add({ OUTGOING_ALLOW: '127.0.0.1' });
  });
  afterAll(async () => {
    await group.stop();
    await receiver.stop();
  });

  it('tell the shop of each order once', async () => {
    const { manager } = group.dataSource;
    const [owner] = await group.owners();
    const { id: applicationId } = await manager.findOneByOrFail(Application, {});
    const { id: cardTypeId } = await manager.findOneByOrFail(CardType, { name: 'T' });
    const product = { cardTypeId, name: 'Month', price: 1, currency: 'CNY', mode: 'make' };
    const { key, keyHint } = await owner!.create<{
      id: number;
      rowVersion: number;
      key: string;
      keyHint: string;
    }>('/channels', { applicationId, name: 'Shop', kind: 'dujiao', products: [product] });
    const clients = group.servers.map(({ url }) => new DujiaoClient(url, keyHint, key, new SystemClock()));
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_, i) =>
        clients[i % 2]!.order({
          sku_id: cardTypeId,
          downstream_order_no: `DJ-${i}`,
          callback_url: receiver.url,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(MANY).fill(200));
    const isTold = async () => {
      const waiting = await manager
        .createQueryBuilder(OrderCallback, 'c')
        .where('c.nextAt IS NOT NULL')
        .getCount();
      return waiting === 0 || undefined;
    };
    await eventually(isTold);
    const numbers = receiver.requests.map(
      ({ body }) => (JSON.parse(body) as { downstream_order_no: string }).downstream_order_no,
    );
    expect(numbers.toSorted()).toEqual(Array.from({ length: MANY }, (_, i) => `DJ-${i}`).toSorted());
  });
});
