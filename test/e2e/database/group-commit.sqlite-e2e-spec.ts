import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource, EntityManager } from 'typeorm';
import { inLargeTransaction, inTransaction } from '@app/database';
import { aWhile, Counter, COUNTERS, openTransaction } from '../../support/counters.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { eventually } from '../../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const insert = (id: number) => (manager: EntityManager) => manager.insert(Counter, { id, value: 0 });

describe('transactions that are committed together', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let commits: number;
  /** Called before each commit. */
  let onCommit: () => void;

  beforeEach(async () => {
    database = await createTestDatabase();
    dataSource = await openTestDataSource(database.environment, COUNTERS);
    commits = 0;
    onCommit = () => undefined;
    const connection = (dataSource.driver as unknown as { databaseConnection: { exec(sql: string): void } })
      .databaseConnection;
    const exec = connection.exec.bind(connection);
    connection.exec = (sql) => {
      if (sql === 'COMMIT') {
        onCommit();
        commits += 1;
      }
      exec(sql);
    };
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** Reads on another connection, which sees only what is committed. */
  const ids = async () =>
    (await dataSource.manager.find(Counter, { order: { id: 'ASC' } })).map(({ id }) => id);

  /** Runs transactions concurrently and returns the positions of those that succeeded. */
  const settle = async (works: ((manager: EntityManager) => Promise<unknown>)[]) => {
    const results = await Promise.allSettled(works.map((work) => inTransaction(dataSource, work)));
    return results.flatMap(({ status }, i) => (status === 'fulfilled' ? [i] : []));
  };

  it('wait for the disk once, and are committed when they return', async () => {
    let next = 0;
    // On a busy machine a group may get too old before it has many transactions.
    await eventually(async () => {
      commits = 0;
      const from = next;
      next += 40;
      await Promise.all(
        Array.from({ length: 40 }, async (_, i) => {
          await inTransaction(dataSource, insert(from + i));
          expect(await ids()).toContain(from + i);
        }),
      );
      expect(await ids()).toHaveLength(next);
      return commits < 20 || undefined;
    });
  });

  it('are committed without waiting when nobody else writes', async () => {
    await inTransaction(dataSource, insert(1));
    await inTransaction(dataSource, insert(2));
    expect(commits).toBe(2);
  });

  it('fail one by one', async () => {
    const refuse = async (manager: EntityManager) => {
      await insert(100)(manager);
      throw new Error('refused');
    };
    expect(await settle([insert(1), refuse, insert(2), insert(1), insert(3), refuse])).toEqual([0, 2, 4]);
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('keep the nested transactions of each', async () => {
    const nesting = (id: number) => async (manager: EntityManager) => {
      await manager.transaction(insert(id));
      const nested = manager.transaction(async (inner) => {
        await insert(id + 1)(inner);
        throw new Error('only this');
      });
      await expect(nested).rejects.toThrow('only this');
    };
    expect(await settle([nesting(10), nesting(20), nesting(30)])).toEqual([0, 1, 2]);
    expect(await ids()).toEqual([10, 20, 30]);
  });

  it('all fail when the commit fails, and the next ones succeed', async () => {
    onCommit = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    const both = [1, 2].map((id) => inTransaction(dataSource, insert(id)));
    for (const each of both) await expect(each).rejects.toThrow('The database cannot be written');
    expect(await ids()).toEqual([]);
    onCommit = () => undefined;
    expect(await settle([insert(1), insert(2)])).toEqual([0, 1]);
    expect(await ids()).toEqual([1, 2]);
  });

  // SQLite also rolls back a whole transaction by itself when the disk is full.
  it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
    ['fails', (manager) => rollBackAll(manager)],
    ['ignores the error', (manager) => rollBackAll(manager).catch(() => undefined)],
  ])(
    'are stored exactly if they reported success, when SQLite rolls all back and a transaction %s',
    async (_, work) => {
      const succeeded = await settle([insert(0), insert(1), work, insert(3), work, insert(5)]);
      expect(await ids()).toEqual(succeeded);
      expect(succeeded).toContain(5);
      await inTransaction(dataSource, insert(6));
      expect(await ids()).toContain(6);
    },
  );

  it('are committed before a statement outside them', async () => {
    const blocking = openTransaction(dataSource, insert(1));
    await blocking.changed;
    const statement = dataSource.manager.insert(Counter, { id: 2, value: 0 });
    await aWhile();
    const failing = inTransaction(dataSource, rollBackAll);
    await Promise.all([blocking.commit(), expect(failing).rejects.toThrow(/UNIQUE/), statement]);
    expect(await ids()).toEqual([1, 2]);
  });

  it('do not wait for a large transaction', async () => {
    const large = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const blocking = openTransaction(dataSource, insert(1));
    await blocking.changed;
    const before = inTransaction(dataSource, insert(2));
    const job = inLargeTransaction(dataSource, async (manager) => {
      begun.resolve();
      await insert(3)(manager);
      await large.promise;
    });
    await blocking.commit();
    await begun.promise;
    await before;
    expect(await ids()).toEqual([1, 2]);
    large.resolve();
    await job;
    expect(await ids()).toEqual([1, 2, 3]);
  });
});

async function rollBackAll(manager: EntityManager): Promise<void> {
  await manager.query('INSERT INTO counters (id, value) VALUES (-1, 0)');
  await manager.query('INSERT OR ROLLBACK INTO counters (id, value) VALUES (-1, 0)');
}
