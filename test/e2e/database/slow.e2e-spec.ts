import { beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { Card, Device, inLargeTransaction, rowLock, Session } from '@app/database';
import { Semaphore } from '@app/platform';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { CardJobs } from '../../support/card-jobs.js';
import { openTransaction } from '../../support/counters.js';
import { ShopClient } from '../../support/shop.js';
import { ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

const LOGINS = 40;
/** Longer than a transaction waits for a row that another one has locked. */
const LONG_MS = 4000;

describe('a slow database', () => {
  const server = TestServer.forSuite({ DATABASE_POOL_SIZE: '4', DATABASE_WAIT_SECONDS: '5' });
  let app: CardApplication;
  let stranger: CardApplication;

  beforeAll(async () => {
    app = await CardApplication.create(server, { type: { max_sessions: 0, max_devices: 0 } });
    stranger = await CardApplication.create(server);
  });

  it('makes requests wait and then get 503, without a change, while heartbeats are served', async () => {
    const token = await app.open();
    const admin = await AdminClient.owner(server);
    const { manager } = server.dataSource;
    const before = [await manager.count(Session), await manager.count(Device)];

    // Locks the card's row or, on SQLite, the whole database.
    const other = openTransaction(server.dataSource, (manager) =>
      manager.findOneOrFail(Card, { where: { card: 'C1' }, ...rowLock(manager) }),
    );
    await other.changed;
    const logins = Array.from({ length: LOGINS }, (_, i) => app.login(`D${i}`));
    for (let i = 0; i < 20; i++) expect(await app.heartbeat(token)).toMatchObject({ code: 0 });
    // On MySQL requests that wait for the card hold no connection.
    const rename = await admin.post('/applications', { name: 'Waits on SQLite' });
    const another = await stranger.login();

    const answered = await Promise.all(logins);
    await other.commit();
    for (const answer of answered) {
      expect(answer).toMatchObject({ status: 503, code: 503 });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(rename.status).toBe(ENGINE === 'mysql' ? 201 : 503);
    expect(another.code).toBe(ENGINE === 'mysql' ? 0 : 503);
    const opened = ENGINE === 'mysql' ? 1 : 0;
    expect([await manager.count(Session), await manager.count(Device)]).toEqual(
      before.map((count) => count + opened),
    );
    expect(await app.login('D0')).toMatchObject({ code: 0 });
  });

  // SQLite has no row locks.
  (ENGINE === 'mysql' ? it : it.skip)(
    'makes a card job wait for cards that are locked for long',
    async () => {
      const jobs = await CardJobs.create(server, await AdminClient.owner(server), { cards: ['J1'] });
      const { id } = await jobs.app.row('J1');
      const other = openTransaction(server.dataSource, (manager) =>
        manager.findOneOrFail(Card, { where: { id }, ...rowLock(manager) }),
      );
      await other.changed;
      const job = jobs.ended(jobs.change('freeze', { ids: [id] }));
      await setTimeout(LONG_MS);
      await other.commit();
      expect(await job).toMatchObject({ status: 'done', result: { changed: 1 } });
    },
  );

  it('makes requests wait for a card job, and refuses none', async () => {
    const counted = await CardApplication.create(server, { type: { uses: 10 }, cards: ['C1'] });
    const token = await counted.open();
    const { key } = await counted.createChannel({ Type: {} }, { maxPerDay: 10 });
    const shop = new ShopClient(server.url, key);
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const job = inLargeTransaction(server.dataSource, async (manager) => {
      await manager.query('SELECT 1');
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    const logins = Array.from({ length: 10 }, (_, i) => app.login(`D${i}`));
    // Requests that change the same row.
    const consumptions = ['a', 'b'].map((request_id) =>
      counted.client.post('/card/consume', { card: 'C1', token, request_id }),
    );
    const creations = ['a', 'b'].map((name) =>
      counted.client.post(`/remote/data/${name}`, { action: 'create', value: '1' }),
    );
    const orders = ['1', '2'].map((order_no) => shop.order({ order_no, card_type: 'Month', quantity: 1 }));
    // Longer than any other wait.
    const line = new Semaphore(1, { maxWaitMs: 7000 });
    await line.acquire();
    await expect(line.acquire()).rejects.toThrow();
    end.resolve();
    await job;
    for (const answers of [logins, consumptions, creations, orders]) {
      const codes = (await Promise.all<{ code: number | undefined }>(answers)).map(({ code }) => code);
      expect(codes).toEqual(codes.map(() => 0));
    }
  });
});

it('a database has no more waiting requests than the queue allows', async () => {
  const server = await TestServer.start({ DATABASE_POOL_SIZE: '4' });
  try {
    const app = await CardApplication.create(server, { type: { max_sessions: 0, max_devices: 0 } });
    // On SQLite the load uses one connection. On MySQL it uses at most three, and the lock uses a further one.
    const work = Array.from({ length: 60 }, (_, i) => app.login(`E${i}`));
    expect(new Set((await Promise.all(work)).map(({ code }) => code))).toEqual(new Set([0]));
    if (ENGINE !== 'mysql') return;
    const [{ used }] = await server.dataSource.query(
      'SELECT COUNT(*) AS used FROM information_schema.processlist WHERE db = DATABASE()',
    );
    expect(Number(used)).toBeLessThanOrEqual(4);
  } finally {
    await server.stop();
  }
});
