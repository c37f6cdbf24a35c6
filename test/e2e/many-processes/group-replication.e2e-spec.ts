import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { inTransaction, isDatabaseUnavailable } from '@app/database';
import { DatabaseCluster } from '../../support/database-cluster.js';
import { describeOnGroup, GROUP_REPLICATION, makePrimary } from '../../support/group-replication.js';
import { describeFaults, START_TIMEOUT_MS } from '../../support/ha/describe-faults.js';
import { expectLockKept } from '../../support/ha/expect-lock-kept.js';
import { handOver } from '../../support/ha/faults.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { eventually, latchkey, ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

describeFaults(describeOnGroup, 'a group of MySQL', GROUP_REPLICATION, [
  { name: 'writer handed over to another node', ...handOver(makePrimary) },
]);

describeOnGroup('connections to different nodes of a group', () => {
  let group: DatabaseCluster;
  let database: TestDatabase;
  let nodes: DataSource[];

  const at = (node: number) => {
    const url = new URL(group.urlOf(node));
    url.pathname = new URL(database.environment.DATABASE_URL!).pathname;
    return { ...database.environment, DATABASE_URL: url.href };
  };

  beforeAll(async () => {
    group = await DatabaseCluster.start(GROUP_REPLICATION);
    database = await createTestDatabase('mysql', group.url);
    await latchkey(database.environment, ['migrate', '--new']);
    nodes = await Promise.all(
      [0, 1, 2].map((node) => eventually(() => openTestDataSource(at(node)).catch(() => undefined))),
    );
    const writer = await group.writer();
    for (const sql of [
      'CREATE TABLE sums (id INT PRIMARY KEY)',
      // While another node becomes the primary, the group refuses changes to tables with such a foreign key.
      `CREATE TABLE counters (id INT PRIMARY KEY, value INT NOT NULL, sum_id INT NOT NULL DEFAULT 1,
         FOREIGN KEY (sum_id) REFERENCES sums (id) ON DELETE CASCADE)`,
      'INSERT INTO sums VALUES (1)',
      'INSERT INTO counters (id, value) VALUES (1, 0)',
    ])
      await nodes[writer]!.query(sql);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all(nodes?.map((node) => node.destroy()) ?? []);
    await group?.stop();
  });

  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('are closed, and clients are told to wait, once the node accepts no changes', async () => {
    const former = await group.writer();
    const next = (former + 1) % 3;
    const increase = (node: number) => nodes[node]!.query('UPDATE counters SET value = value + 1');
    await increase(former);
    expect(isDatabaseUnavailable(await failure(increase(next)))).toBe(true);
    await makePrimary(group.urlOf(next));
    expect(isDatabaseUnavailable(await failure(increase(former)))).toBe(true);
    await eventually(() => increase(next).catch(() => undefined));
    const name = new URL(at(0).DATABASE_URL).pathname.slice(1);
    await eventually(async () => {
      // The other nodes apply changes a moment later.
      const values = await group.onEach(`SELECT value FROM ${name}.counters`).catch(() => []);
      return (values.length > 0 && values.every((value) => value === '2')) || undefined;
    });
    // The proxy then sends its connections to the new primary.
    await eventually(async () => (await group.writer()) === next || undefined);
  });

  it('lose no change that was acknowledged while the writes are handed over', async () => {
    const through = await openTestDataSource(database.environment);
    const rows = Array.from({ length: 12 }, (_, index) => 2 + index);
    await through.query('INSERT INTO counters (id, value) VALUES ?', [rows.map((id) => [id, 0])]);
    const tries = { done: 0, unknown: 0 };
    const others: unknown[] = [];
    const over = new AbortController();
    const increase = (id: number) =>
      inTransaction(through, async (manager) => {
        await manager.query('SELECT value FROM counters WHERE id = ? FOR UPDATE', [id]);
        await manager.query('UPDATE counters SET value = value + 1 WHERE id = ?', [id]);
      });
    const work = async (id: number) => {
      while (!over.signal.aborted) {
        const error = await failure(increase(id));
        if (error === undefined) tries.done += 1;
        else if (isDatabaseUnavailable(error)) tries.unknown += 1;
        else others.push(error);
        await setTimeout(5);
      }
    };
    const working = Promise.all(rows.map(work));
    for (let round = 0; round < 4; round++) {
      const next = ((await group.writer()) + 1) % 3;
      const before = tries.done;
      await makePrimary(group.urlOf(next));
      await eventually(async () => (await group.writer()) === next || undefined);
      await eventually(async () => tries.done > before + 20 || undefined);
    }
    over.abort();
    await working;
    const [row] = await through.query('SELECT SUM(value) AS sum FROM counters WHERE id > 1');
    await through.destroy();
    expect(others).toEqual([]);
    expect(Number(row.sum)).toBeGreaterThanOrEqual(tries.done);
    expect(Number(row.sum)).toBeLessThanOrEqual(tries.done + tries.unknown);
  });

  it('make a server wait if it is started on a node that accepts no changes', async () => {
    const next = ((await group.writer()) + 1) % 3;
    const server = ServerProcess.begin(at(next));
    await server.logged('Waiting for the database: The database cannot be opened');
    expect(server.output).toContain('The database server is read-only');
    await makePrimary(group.urlOf(next));
    await server.ready();
    await server.kill();
    await eventually(async () => (await group.writer()) === next || undefined);
  });

  it('keep a server’s lock when the primary is lost, although the next primary does not know the lock', () =>
    expectLockKept(group, database, nodes));
});
