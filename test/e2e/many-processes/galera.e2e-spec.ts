import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { inTransaction } from '@app/database';
import { startPrivateRedis } from '../../../tools/private-redis.js';
import type { PrivateServer } from '../../../tools/private-server.js';
import { DatabaseCluster } from '../../support/database-cluster.js';
import { describeOnGalera, GALERA } from '../../support/galera.js';
import { describeFaults, START_TIMEOUT_MS } from '../../support/ha/describe-faults.js';
import { expectLockKept } from '../../support/ha/expect-lock-kept.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { latchkey, ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

describeFaults(describeOnGalera, 'a cluster of MariaDB', GALERA);

describeOnGalera('connections to different nodes of a cluster', () => {
  let galera: DatabaseCluster;
  let redis: PrivateServer;
  let database: TestDatabase;
  let nodes: DataSource[];

  const at = (node: number) => {
    const url = new URL(galera.urlOf(node));
    url.pathname = new URL(database.environment.DATABASE_URL!).pathname;
    return { ...database.environment, DATABASE_URL: url.href };
  };

  beforeAll(async () => {
    galera = await DatabaseCluster.start(GALERA);
    redis = (await startPrivateRedis())!;
    database = await createTestDatabase('mysql', galera.url);
    await latchkey(database.environment, ['migrate', '--new']);
    nodes = await Promise.all([0, 1, 2].map((node) => openTestDataSource(at(node))));
    await nodes[0]!.query('CREATE TABLE counters (id INT PRIMARY KEY, value INT NOT NULL)');
    await nodes[0]!.query('CREATE TABLE parts (id INT AUTO_INCREMENT PRIMARY KEY, counter INT NOT NULL)');
    await nodes[0]!.query('INSERT INTO counters VALUES (1, 0), (2, 0)');
    await galera.synced();
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all(nodes?.map((node) => node.destroy()) ?? []);
    await redis?.stop();
    await galera?.stop();
  });

  /** Waits until the node has applied all changes that other nodes have acknowledged, and returns a counter. */
  const valueOf = async (id: number) => {
    const [row] = await nodes[0]!.query(
      'SET STATEMENT wsrep_sync_wait = 1 FOR SELECT value FROM counters WHERE id = ?',
      [id],
    );
    return Number(row.value);
  };

  it('lose no change of a row, since a transaction that fails at the commit is repeated', async () => {
    const increase = (node: number) =>
      inTransaction(nodes[node]!, async (manager) => {
        const [row] = await manager.query('SELECT value FROM counters WHERE id = 1 FOR UPDATE');
        await manager.query('UPDATE counters SET value = ? WHERE id = 1', [Number(row.value) + 1]);
      });
    let done = 0;
    for (let round = 0; round < 30; round++) {
      const results = await Promise.allSettled([0, 1, 2].map(increase));
      done += results.filter(({ status }) => status === 'fulfilled').length;
      for (const each of results)
        if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'ER_LOCK_DEADLOCK' });
    }
    expect(done).toBeGreaterThan(60);
    expect(await valueOf(1)).toBe(done);
  });

  it('do not wait for each other at a lock on a row that they only read', async () => {
    const both = Promise.withResolvers<void>();
    let arrived = 0;
    const addPart = (node: number) =>
      inTransaction(nodes[node]!, async (manager) => {
        await manager.query('SELECT value FROM counters WHERE id = 2 FOR UPDATE');
        arrived += 1;
        if (arrived === 2) both.resolve();
        await both.promise;
        await manager.query('INSERT INTO parts (counter) VALUES (2)');
      });
    // Both transactions have the lock at the same time, and both commit.
    await Promise.all([addPart(0), addPart(1)]);
    expect(arrived).toBe(2);
  });

  it('see at once what another node has acknowledged, if the connections are new', async () => {
    const paused = nodes[1]!.createQueryRunner();
    await paused.query('FLUSH TABLES WITH READ LOCK');
    await nodes[0]!.query('UPDATE counters SET value = 77 WHERE id = 2');
    const late = openTestDataSource(at(1));
    let isOpen = false;
    void late.then(() => (isOpen = true));
    // A new connection that did not wait would be open before this loop ends. Existing connections of the node still
    // read the former value.
    for (let i = 0; i < 300; i++) {
      const [before] = await paused.query('SELECT value FROM counters WHERE id = 2');
      expect(Number(before.value)).not.toBe(77);
      await nodes[0]!.query('SELECT 1');
    }
    expect(isOpen).toBe(false);
    await paused.query('UNLOCK TABLES');
    await paused.release();
    const dataSource = await late;
    try {
      const [row] = await dataSource.query('SELECT value FROM counters WHERE id = 2');
      expect(Number(row.value)).toBe(77);
    } finally {
      await dataSource.destroy();
    }
  });

  it('do not let a server start next to servers on another node', async () => {
    const REDIS_URL = redis.url;
    const first = await ServerProcess.start({ ...at(0), REDIS_URL });
    try {
      const refused = await ServerProcess.fail({ ...at(1), REDIS_URL });
      expect(refused.stderr).toContain('connected to a different server of the database cluster');
      expect(refused.code).toBe(1);
      const { stderr } = await ServerProcess.fail(at(2));
      expect(stderr).toContain('connected to a different server of the database cluster');
      const second = await ServerProcess.start({ ...at(0), REDIS_URL });
      await second.kill();
    } finally {
      await first.kill();
    }
  });

  it('report a restore whose transaction is larger than the cluster allows', async () => {
    const path = join(database.environment.DATA_DIR, 'backup.jsonl.gz');
    const key = { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') };
    await nodes[0]!.query(
      "INSERT INTO server_state (name, value) SELECT CONCAT('large-', seq), REPEAT('x', 250) FROM seq_1_to_4000",
    );
    expect(await latchkey({ ...database.environment, ...key }, ['backup', path])).toMatchObject({ code: 0 });
    const target = await createTestDatabase('mysql', galera.url);
    const environment = { ...target.environment, ...key };
    const limit = async (bytes: number) => {
      for (const node of nodes) await node.query(`SET GLOBAL wsrep_max_ws_size = ${bytes}`);
    };
    const [{ usual }] = await nodes[0]!.query('SELECT @@wsrep_max_ws_size AS usual');
    await limit(256 * 1024);
    const refused = await latchkey(environment, ['restore', path]);
    await limit(Number(usual));
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('Maximum writeset size exceeded. If the database is a cluster');
    expect(refused.stderr).toContain('raise group_replication_transaction_size_limit or wsrep_max_ws_size');
    expect(await latchkey(environment, ['restore', path])).toMatchObject({ code: 0, stderr: '' });
    await target.drop();
  });

  it('keep a server’s lock when the writer is lost, although the next writer does not know the lock', async () => {
    await expectLockKept(galera, database, nodes);
  });
});
