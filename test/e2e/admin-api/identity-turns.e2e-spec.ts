import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { ApiToken, databaseLoad, rowLock } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { openTransaction } from '../../support/counters.js';
import { eventually } from '../../support/server-process.js';
import { ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

const FLOOD = 40;
const MINUTE_SEC = 60;

describe('an administrator who asks for much at once', () => {
  let server: TestServer;
  let owner: AdminClient;
  let program: AdminClient;
  let tokenId: number;
  beforeAll(async () => {
    server = await TestServer.start({ DATABASE_POOL_SIZE: '8' });
    server.stopRegularWork();
    owner = await AdminClient.owner(server);
    const wanted = { name: 'T', role: 'viewer' };
    const { id, token } = await owner.create<{ id: number; token: string }>('/api-tokens', wanted);
    tokenId = id;
    program = AdminClient.withToken(server.url, token);
    expect(await program.get('/auth/me')).toMatchObject({ status: 200 });
  });
  afterAll(() => server.stop());

  const askAtOnce = (client: AdminClient) =>
    Array.from({ length: FLOOD }, async () => (await client.get('/auth/me')).status);

  it.each(['an API token', 'a session'])(
    'waits once a minute for it to be noted that %s is used',
    async (what) => {
      const client = what === 'a session' ? owner : program;
      server.clock.advance(MINUTE_SEC);
      const used = async () => {
        const [row] = await server.dataSource.query(
          what === 'a session'
            ? 'SELECT MAX(last_seen_at) AS at FROM admin_sessions'
            : 'SELECT last_used_at AS at FROM api_tokens',
        );
        return Number(row.at);
      };
      // The rows, or all of SQLite.
      const holder = openTransaction(server.dataSource, async (manager) => {
        await manager.findOneOrFail(ApiToken, { where: { id: tokenId }, ...rowLock(manager) });
        if (ENGINE === 'mysql') await manager.query('SELECT id FROM admin_sessions FOR UPDATE');
      });
      await holder.changed;
      const answered: number[] = [];
      const asking = askAtOnce(client).map(async (status) => answered.push(await status));
      try {
        await eventually(
          20_000,
          async () => answered.filter((status) => status === 200).length === FLOOD - 1 || undefined,
        );
      } finally {
        await holder.commit();
        await Promise.all(asking);
      }
      server.clock.advance(MINUTE_SEC);
      expect(await client.get('/auth/me')).toMatchObject({ status: 200 });
      expect(await used()).toBe(server.clock.now());
    },
  );

  // On SQLite who only reads waits for no connection.
  if (ENGINE === 'mysql') {
    it('leaves clients most of the connections while it is found out who asks', async () => {
      const load = databaseLoad(server.dataSource);
      const before = load.inUse;
      const seen = { most: 0, isOver: false };
      const watching = (async () => {
        while (!seen.isOver) {
          seen.most = Math.max(seen.most, load.inUse - before);
          await setImmediate();
        }
      })();
      expect(new Set(await Promise.all(askAtOnce(program)))).toEqual(new Set([200]));
      seen.isOver = true;
      await watching;
      // A quarter of eight, and one that notes that the token is used.
      expect(seen.most).toBeLessThanOrEqual(3);
    });
  }
});
