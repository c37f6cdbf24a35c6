import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { createConnection } from 'mysql2/promise';
import { startPrivateMysql } from '../../../tools/private-mysql.js';
import { startPrivateRedis } from '../../../tools/private-redis.js';
import { freePort, type PrivateServer } from '../../../tools/private-server.js';
import { REDIS_URL } from '../../support/private-redis.js';
import { latchkey, ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

const describeOnMysql = ENGINE === 'mysql' ? describe : describe.skip;
const itOnRedis = REDIS_URL === undefined ? it.skip : it;
/** Settings for one process, and for several processes if Redis is installed. */
const HOW_MANY: Record<string, string>[] = [
  {},
  ...(REDIS_URL === undefined ? [] : [{ WORKERS: '2', REDIS_URL }]),
];
const WAITING = 'Waiting for the database: The database cannot be opened';

describeOnMysql('a server that starts before its database', () => {
  let mysql: PrivateServer;
  let database: TestDatabase;
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    mysql = (await startPrivateMysql([]))!;
  });
  beforeEach(async () => {
    database = await createTestDatabase('mysql', mysql.url);
  });
  afterEach(async () => {
    await server?.kill();
    server = undefined;
    await mysql.restart();
  });
  afterAll(() => mysql?.stop());
  const begin = (more: Record<string, string> = {}) =>
    (server = ServerProcess.begin({ ...database.environment, ...more }));

  it.each(HOW_MANY)('waits for it and reports it once, with %j', async (more) => {
    await mysql.kill();
    begin(more);
    await server!.logged(WAITING);
    await mysql.restart();
    await server!.ready();
    expect(server!.said(WAITING)).toBe(1);
    expect(server!.output).toContain('the database is ready');
    expect((await server!.stop()).code).toBe(0);
  });

  it.each(HOW_MANY)('exits immediately on a signal, with %j', async (more) => {
    await mysql.kill();
    begin(more);
    await server!.logged(WAITING);
    expect(await server!.stop()).toMatchObject({ code: 0, stderr: '' });
  });

  it('waits while the database has too many connections', async () => {
    const root = await createConnection(mysql.url);
    await root.query(`CREATE USER guest@'%' WITH MAX_USER_CONNECTIONS 1`);
    await root.query(`GRANT ALL ON *.* TO guest@'%'`);
    const url = database.environment.DATABASE_URL!.replace('root@', 'guest@');
    const first = await createConnection(url);
    begin({ DATABASE_URL: url });
    await server!.logged(WAITING);
    expect(server!.output).toContain('max_user_connections');
    await root.query('ALTER USER guest@"%" WITH MAX_USER_CONNECTIONS 0');
    await first.end();
    await root.end();
    await server!.ready();
  });

  it('does not wait for permanent faults, and exits with status 78', async () => {
    const { pathname, port } = new URL(database.environment.DATABASE_URL!);
    const stranger = createServer((socket) => socket.on('error', () => undefined).write('SSH-2.0-none\r\n'));
    stranger.listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const taken = (stranger.address() as { port: number }).port;
    for (const [DATABASE_URL, words] of [
      [`mysql://nobody:wrong@127.0.0.1:${port}${pathname}`, 'Access denied'],
      [`mysql://root@127.0.0.1:${port}/none`, "Unknown database 'none'"],
      [`mysql://root@127.0.0.1:${taken}${pathname}`, 'is not MySQL or MariaDB'],
    ] as const) {
      const { code, stderr } = await ServerProcess.fail({ ...database.environment, DATABASE_URL });
      expect({ code, stderr }).toEqual({ code: 78, stderr: expect.stringContaining(words) });
    }
    stranger.close();
  });

  it('the command line tool does not wait', async () => {
    await mysql.kill();
    const { code, stderr } = await latchkey(database.environment, ['migrate']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('ECONNREFUSED') });
  });

  itOnRedis('waits for Redis, too', async () => {
    const redis = (await startPrivateRedis())!;
    try {
      await redis.kill();
      begin({ REDIS_URL: redis.url });
      await server!.logged('Waiting for Redis: The Redis of REDIS_URL cannot be used');
      await redis.restart();
      await server!.ready();
      expect(server!.said('Waiting for')).toBe(1);
    } finally {
      await redis.stop();
    }
  });

  itOnRedis('ends at once while it waits for Redis', async () => {
    begin({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
    await server!.logged('Waiting for Redis');
    expect((await server!.stop()).code).toBe(0);
  });
});
