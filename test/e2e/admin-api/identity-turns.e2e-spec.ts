import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiToken, databaseLoad, rowLock } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { newToken } from '../../support/admin-fixtures.js';
import { CardApplication } from '../../support/card-application.js';
import { openTransaction } from '../../support/counters.js';
import { eventually } from '../../support/server-process.js';
import { ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

const FLOOD = 40;
const MINUTE_SEC = 60;

describe('many concurrent requests of an administrator', () => {
  const server = TestServer.forSuite({ DATABASE_POOL_SIZE: '8' });
  const owner = AdminClient.forSuite(server);
  let program: AdminClient;
  let tokenId: number;
  beforeAll(async () => {
    server.stopScheduledJobs();
    const { id, token } = await newToken(owner);
    tokenId = id;
    program = AdminClient.withToken(server.url, token);
    expect(await program.get('/auth/me')).toMatchObject({ status: 200 });
  });

  const askAtOnce = (client: AdminClient) =>
    Array.from({ length: FLOOD }, async () => (await client.get('/auth/me')).status);

  it.each(['an API token', 'a session'])('do not wait for the use of %s to be recorded', async (what) => {
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
    // Locks the rows or, on SQLite, the whole database.
    const holder = openTransaction(server.dataSource, async (manager) => {
      await manager.findOneOrFail(ApiToken, { where: { id: tokenId }, ...rowLock(manager) });
      if (ENGINE === 'mysql') await manager.query('SELECT id FROM admin_sessions FOR UPDATE');
    });
    await holder.changed;
    const answered: number[] = [];
    const asking = askAtOnce(client).map(async (status) => answered.push(await status));
    try {
      await eventually(async () => answered.filter((status) => status === 200).length === FLOOD || undefined);
    } finally {
      await holder.commit();
      await Promise.all(asking);
    }
    server.clock.advance(MINUTE_SEC);
    expect(await client.get('/auth/me')).toMatchObject({ status: 200 });
    await eventually(async () => (await used()) === server.clock.now() || undefined);
  });

  // On SQLite, reads do not wait for a connection.
  if (ENGINE === 'mysql') {
    it('leaves clients most of the connections while callers are authenticated', async () => {
      const app = await CardApplication.create(server);
      const load = databaseLoad(server.dataSource);
      const runner = server.dataSource.createQueryRunner();
      await runner.query('LOCK TABLES api_tokens WRITE');
      const before = load.inUse;
      const asking = askAtOnce(program);
      try {
        await eventually(async () => load.inUse >= before + 2 || undefined, 2);
        for (let i = 0; i < 3; i++) expect(await app.login()).toMatchObject({ code: 0 });
        // Callers that are being authenticated occupy at most a quarter of the eight connections.
        expect(load.inUse).toBe(before + 2);
      } finally {
        await runner.query('UNLOCK TABLES');
        await runner.release();
        await Promise.all(asking);
      }
    });
  }
});
