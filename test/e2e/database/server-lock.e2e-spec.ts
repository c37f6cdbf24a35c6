import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { ServerRegistry, SharedRedis } from '@app/cluster';
import { migrate, serverLock, ServerProcessRow } from '@app/database';
import { SystemClock } from '@app/platform';
import { startPrivateMysql } from '../../../tools/private-mysql.js';
import { startPrivateRedis } from '../../../tools/private-redis.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { REDIS_URL } from '../../support/private-redis.js';
import { eventually } from '../../support/server-process.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

describe('the lock of the only server of a database', () => {
  const server = TestServer.forSuite();

  const another = () => new ServerRegistry(server.dataSource, undefined);

  it('prevents another server from starting', async () => {
    await expect(another().onModuleInit()).rejects.toThrow(
      'Another server process is running on this database',
    );
  });

  it('stays with its server while the server renews it', async () => {
    await server.get(ServerRegistry).check();
    await expect(another().onModuleInit()).rejects.toThrow('Another server process');
  });

  it('waits for a predecessor that is stopping', async () => {
    // A server that stops also stops its jobs. Otherwise the job that renews the lock could take the lock again.
    server.stopScheduledJobs();
    const predecessor = server.get(ServerRegistry);
    const successor = another();
    const started = successor.onModuleInit();
    await predecessor.onApplicationShutdown();
    await started;
    await successor.onApplicationShutdown();
    await predecessor.onModuleInit();
  });

  if (ENGINE === 'mysql') {
    it('is taken again after its connection was lost', async () => {
      const owner = async () => {
        const [{ name }] = await server.dataSource.query('SELECT DATABASE() AS name');
        const lock = `latchkey-${hash('md5', name)}`;
        const [{ id }] = await server.dataSource.query('SELECT IS_USED_LOCK(?) AS id', [lock]);
        return id === null ? undefined : Number(id);
      };
      const before = await owner();
      await server.dataSource.query(`KILL ${before}`);
      await server.get(ServerRegistry).check();
      expect(await owner()).toEqual(expect.any(Number));
      expect(await owner()).not.toBe(before);
    });
  }
});

const describeOnMysql = ENGINE === 'mysql' ? describe : describe.skip;

/** After a failover, the next database server of a cluster has no locks, although the processes are alive. */
describeOnMysql('locks after a failover of the database', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const redisIdentity = async () => 'redis';
  const shared = (id: string) => serverLock(dataSource, { id, redisIdentity });
  const ofOtherRedis = () => serverLock(dataSource, { id: 'stranger', redisIdentity: async () => 'other' });

  beforeEach(async () => {
    database = await createTestDatabase();
    dataSource = await openTestDataSource(database.environment);
    await migrate(dataSource);
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** Removes a process's lock without notifying the process. */
  async function loseLock(id: string): Promise<void> {
    const [{ owner }] = await dataSource.query(`SELECT IS_USED_LOCK('latchkey-${id}') AS owner`);
    await dataSource.query(`KILL ${owner}`);
    await eventually(async () => {
      const [{ used }] = await dataSource.query(`SELECT IS_USED_LOCK('latchkey-${id}') AS used`);
      return used === null || undefined;
    });
  }

  /** Creates the state after a failover from a different database server, where the process was seen `agoMs` before. */
  async function moveFrom(id: string, agoMs: number): Promise<void> {
    await loseLock(id);
    const sql = `UPDATE server_processes SET database_run = 'node-1:3306:1', seen_at = seen_at - ? WHERE id = ?`;
    await dataSource.query(sql, [agoMs, id]);
  }

  /** A negative age, so that the process counts as seen just now, even on a slow machine. */
  const NOW = -3_600_000;
  const LONG_AGO = 60_000;

  it.each([
    ['shares Redis', { id: 'held', redisIdentity }, 'shared'],
    ['is exclusive', { id: 'held' }, 'alone'],
  ])('keep others from starting while a process that %s moves', async (_, process, obstacle) => {
    const held = serverLock(dataSource, process);
    expect(await held.take()).toBe('taken');
    await moveFrom('held', NOW);
    expect(await held.renew()).toBe(false);
    expect(await serverLock(dataSource, { id: 'exclusive' }).take()).toBe('apart');
    expect(await ofOtherRedis().take()).toBe('apart');
    expect(await held.take()).toBe('taken');
    expect(await held.renew()).toBe(true);
    expect(await serverLock(dataSource, { id: 'exclusive' }).take()).toBe(obstacle);
    await held.release();
    expect(await serverLock(dataSource).take()).toBe('taken');
  });

  it('are taken again by each process, although others have not moved yet', async () => {
    const [one, two] = [shared('one'), shared('two')];
    expect(await one.take()).toBe('taken');
    expect(await two.take()).toBe('taken');
    await moveFrom('one', NOW);
    await moveFrom('two', NOW);
    expect(await one.isSplit()).toBe(true);
    expect(await one.take()).toBe('taken');
    expect(await two.take()).toBe('taken');
    expect(await one.isSplit()).toBe(false);
  });

  it('do not protect a process that was not seen for long', async () => {
    const held = shared('held');
    expect(await held.take()).toBe('taken');
    await moveFrom('held', LONG_AGO);
    const successor = serverLock(dataSource, { id: 'next' });
    expect(await successor.take()).toBe('taken');
    expect(await held.take()).toBe('alone');
  });

  it('do not protect a process that died on the same database server', async () => {
    expect(await shared('held').take()).toBe('taken');
    await loseLock('held');
    expect(await serverLock(dataSource, { id: 'next' }).take()).toBe('taken');
  });

  it('are not given up while another process is taking its lock', async () => {
    const held = shared('held');
    expect(await held.take()).toBe('taken');
    await loseLock('held');
    const [{ name }] = await dataSource.query('SELECT DATABASE() AS name');
    const deciding = dataSource.createQueryRunner();
    await deciding.query(`SELECT GET_LOCK('latchkey-${hash('md5', name)}', 0)`);
    expect(await held.take()).toBe('busy');
    await deciding.query('DO RELEASE_ALL_LOCKS()');
    await deciding.release();
    expect(await held.take()).toBe('taken');
  });

  it('prove that a process has died only after each process has had time to take its lock again', async () => {
    const [one, two] = [shared('one'), shared('two')];
    expect(await one.take()).toBe('taken');
    expect(await two.take()).toBe('taken');
    await moveFrom('two', LONG_AGO);
    expect(await one.isAlive('two')).toBe(true);
    // A process without its own lock knows nothing about other processes.
    await eventually(async () => {
      expect(await one.renew()).toBe(true);
      return (await one.isAlive('two')) ? undefined : true;
    });
    expect(await two.take()).toBe('taken');
    expect(await one.isAlive('two')).toBe(true);
    expect(await one.isAlive('one')).toBe(true);
    await moveFrom('two', NOW);
    expect(await one.isAlive('two')).toBe(true);
  });
});

describeOnMysql('the time when a process was last seen', () => {
  it('is exact when the database’s local time is set back at the end of daylight-saving time', async () => {
    const SET_BACK = Date.UTC(2026, 9, 25, 1) / 1000;
    const mysql = (await startPrivateMysql())!;
    const { environment } = await createTestDatabase('mysql', mysql.url);
    const dataSource = await openTestDataSource(environment);
    await migrate(dataSource);
    for (const [table, rows] of [
      ['time_zone (time_zone_id, use_leap_seconds)', "(1000, 'N')"],
      ['time_zone_name (name, time_zone_id)', "('Summer', 1000)"],
      [
        'time_zone_transition_type (time_zone_id, transition_type_id, `offset`, is_dst, abbreviation)',
        "(1000, 0, 3600, 0, 'CET'), (1000, 1, 7200, 1, 'CEST')",
      ],
      [
        'time_zone_transition (time_zone_id, transition_time, transition_type_id)',
        `(1000, ${SET_BACK - 15_000_000}, 1), (1000, ${SET_BACK}, 0)`,
      ],
    ])
      await dataSource.query(`INSERT INTO mysql.${table} VALUES ${rows}`);

    let now = 0;
    const create = dataSource.createQueryRunner.bind(dataSource);
    dataSource.createQueryRunner = (mode) => {
      const runner = create(mode);
      const query = runner.query.bind(runner) as (...all: unknown[]) => Promise<never>;
      runner.query = async (...all: unknown[]) => {
        await query(`SET time_zone = 'Summer', timestamp = ${now}`);
        return query(...all);
      };
      return runner;
    };
    try {
      for (const fromChange of [-5400, -1800, 1800, 5400]) {
        now = SET_BACK + fromChange + 0.5;
        const lock = serverLock(dataSource, { id: 'held' });
        expect(await lock.take()).toBe('taken');
        const { seenAt } = await dataSource.manager.findOneByOrFail(ServerProcessRow, { id: 'held' });
        expect(seenAt).toBe(now * 1000);
        await lock.release();
      }
    } finally {
      await dataSource.destroy();
      await mysql.stop();
    }
  });
});

const describeOnRedis = ENGINE === 'mysql' && REDIS_URL !== undefined ? describe : describe.skip;

describeOnRedis('a Redis that is lost between the connection to it and the lock', () => {
  it('makes the start wait', async () => {
    const [database, server] = await Promise.all([createTestDatabase(), startPrivateRedis()]);
    const dataSource = await openTestDataSource(database.environment);
    await migrate(dataSource);
    const redis = await SharedRedis.connect(server!.url, 'database1', new SystemClock());
    try {
      const registry = new ServerRegistry(dataSource, redis);
      await server!.kill();
      const started = registry.onModuleInit();
      await server!.restart();
      await started;
      await registry.onApplicationShutdown();
    } finally {
      redis.close();
      await dataSource.destroy();
      await Promise.all([database.drop(), server!.stop()]);
    }
  });
});
