import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource, EntityManager } from 'typeorm';
import { inTransaction, isUniqueViolation, rowLock } from '@app/database';
import { aWhile, Counter, COUNTERS, openTransaction } from '../../support/counters.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

const POOL_SIZE = 10;

describe('transactions of concurrent callers', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeEach(async () => {
    database = await createTestDatabase();
    dataSource = await openTestDataSource(
      { ...database.environment, DATABASE_POOL_SIZE: String(POOL_SIZE) },
      COUNTERS,
    );
    await dataSource.manager.insert(Counter, { id: 1, value: 0 });
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const valueOf = async (id: number) => (await dataSource.manager.findOneBy(Counter, { id }))?.value;
  const ids = async () =>
    (await dataSource.manager.find(Counter, { order: { id: 'ASC' } })).map(({ id }) => id);

  it('keeps a write acknowledged outside a transaction when another caller rolls back', async () => {
    const stranger = openTransaction(dataSource, (manager) => manager.insert(Counter, { id: 2, value: 0 }));
    await stranger.changed;
    const write = dataSource.manager.insert(Counter, { id: 3, value: 0 });
    await aWhile();
    await stranger.rollBack();
    await write;
    expect(await ids()).toEqual([1, 3]);
  });

  it('shows no uncommitted changes', async () => {
    const stranger = openTransaction(dataSource, (manager) =>
      manager.update(Counter, { id: 1 }, { value: 666 }),
    );
    await stranger.changed;
    const read = valueOf(1);
    const readInTransaction = inTransaction(dataSource, (manager) => manager.findOneBy(Counter, { id: 1 }));
    await aWhile();
    await stranger.rollBack();
    expect(await read).toBe(0);
    expect((await readInTransaction)?.value).toBe(0);
  });

  it('loses none of 50 concurrent read-modify-writes under rowLock', async () => {
    await Promise.all(Array.from({ length: 50 }, () => inTransaction(dataSource, increment)));
    expect(await valueOf(1)).toBe(50);
  });

  it('lets 20 concurrent transactions all succeed', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        inTransaction(dataSource, async (manager) => {
          await manager.insert(Counter, { id: 100 + i, value: i });
          await aWhile();
          return (await manager.findOneByOrFail(Counter, { id: 100 + i })).value;
        }),
      ),
    );
    expect(results).toEqual(results.map((_, value) => ({ status: 'fulfilled', value })));
    expect(await ids()).toHaveLength(21);
  });

  it('rolls back exactly the failing transactions among concurrent ones', async () => {
    await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        inTransaction(dataSource, async (manager) => {
          await manager.insert(Counter, { id: 100 + i, value: i });
          await aWhile();
          if (i % 2 === 1) throw new Error('changed my mind');
        }),
      ),
    );
    expect(await ids()).toEqual([1, ...Array.from({ length: 10 }, (_, i) => 100 + 2 * i)]);
  });

  it('rolls a nested transaction back alone', async () => {
    await inTransaction(dataSource, async (manager) => {
      await manager.insert(Counter, { id: 2, value: 0 });
      const nested = manager.transaction(async (inner) => {
        await inner.insert(Counter, { id: 3, value: 0 });
        throw new Error('only this');
      });
      await expect(nested).rejects.toThrow('only this');
      await manager.transaction((inner) => inner.insert(Counter, { id: 4, value: 0 }));
      await manager.insert(Counter, { id: 5, value: 0 });
    });
    expect(await ids()).toEqual([1, 2, 4, 5]);
  });

  it('rolls a nested transaction back with the one around it', async () => {
    const outer = inTransaction(dataSource, async (manager) => {
      await manager.transaction((inner) => inner.insert(Counter, { id: 2, value: 0 }));
      throw new Error('everything');
    });
    await expect(outer).rejects.toThrow('everything');
    expect(await ids()).toEqual([1]);
  });

  it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
    ['throws', async () => Promise.reject(new Error('no'))],
    ['sends bad SQL', (manager) => manager.query('SELEKT 1')],
    ['violates a unique index', (manager) => manager.insert(Counter, { id: 1, value: 1 })],
    ['fails in a nested transaction', (manager) => manager.transaction((inner) => inner.query('SELEKT 1'))],
  ])('gives the connection back after a transaction that %s', async (_, work) => {
    for (let i = 0; i < POOL_SIZE + 1; i++) await expect(inTransaction(dataSource, work)).rejects.toThrow();
    await inTransaction(dataSource, increment);
    expect(await valueOf(1)).toBe(1);
  });

  it('recognises a unique violation', async () => {
    const insert = dataSource.manager.insert(Counter, { id: 1, value: 1 });
    expect(isUniqueViolation(await insert.catch((error: unknown) => error))).toBe(true);
    const bad = dataSource.manager.query('SELEKT 1');
    expect(isUniqueViolation(await bad.catch((error: unknown) => error))).toBe(false);
  });

  it('applies both of two transactions that lock two rows crosswise', async () => {
    await dataSource.manager.insert(Counter, { id: 2, value: 0 });
    // On SQLite the second transaction only begins when the first has ended.
    const bothHoldOne = ENGINE === 'mysql' ? barrier(2) : async () => undefined;
    let attempts = 0;
    const lockBoth = (first: number, second: number) =>
      inTransaction(dataSource, async (manager) => {
        attempts += 1;
        await increment(manager, first);
        await bothHoldOne();
        await increment(manager, second);
      });
    await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]);
    expect([await valueOf(1), await valueOf(2)]).toEqual([2, 2]);
    expect(attempts).toBe(ENGINE === 'mysql' ? 3 : 2);
  });

  it('runs a transaction only once if it fails for another reason', async () => {
    let attempts = 0;
    const failing = inTransaction(dataSource, async (manager) => {
      attempts += 1;
      await manager.query('SELEKT 1');
    });
    await expect(failing).rejects.toThrow(/SELEKT/);
    expect(attempts).toBe(1);
  });

  if (ENGINE === 'mysql') {
    it('shows a transaction the commits of others since it began', async () => {
      const values = await inTransaction(dataSource, async (manager) => {
        const before = await manager.findOneByOrFail(Counter, { id: 1 });
        await dataSource.manager.update(Counter, { id: 1 }, { value: 5 });
        const after = await manager.findOneByOrFail(Counter, { id: 1 });
        return [before.value, after.value];
      });
      expect(values).toEqual([0, 5]);
    });
  }

  if (ENGINE === 'sqlite') {
    it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
      ['a query', () => valueOf(1)],
      ['a write', () => dataSource.manager.insert(Counter, { id: 2, value: 0 })],
      ['a transaction', () => inTransaction(dataSource, increment)],
      ['a query in a nested transaction', (manager) => manager.transaction(() => valueOf(1))],
    ])('refuses %s outside the transaction that it would wait for', async (_, beside) => {
      await expect(inTransaction(dataSource, beside)).rejects.toThrow(
        'A query inside a transaction must go through that transaction’s entity manager',
      );
      await inTransaction(dataSource, increment);
      expect(await valueOf(1)).toBe(1);
    });

    // SQLite also rolls back a whole transaction by itself when the disk is full.
    const ROLLS_BACK = 'INSERT OR ROLLBACK INTO counters (id, value) VALUES (1, 1)';

    it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
      ['a transaction', (manager) => manager.query(ROLLS_BACK)],
      ['a nested transaction', (manager) => manager.transaction((inner) => inner.query(ROLLS_BACK))],
    ])('gives the connection back after SQLite itself rolled %s back', async (_, work) => {
      await expect(inTransaction(dataSource, work)).rejects.toThrow(/UNIQUE/);
      await inTransaction(dataSource, increment);
      expect(await valueOf(1)).toBe(1);
    });

    it('lets work started in a transaction continue after its end', async () => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      let later: Promise<number | undefined> | undefined;
      await inTransaction(dataSource, async () => {
        later = ended.then(() => valueOf(1));
      });
      end();
      expect(await later).toBe(0);
    });

    it('serves callers in order of arrival', async () => {
      const order: string[] = [];
      const note = async (what: string, work: Promise<unknown>) => {
        await work;
        order.push(what);
      };
      const first = openTransaction(dataSource, increment);
      await first.changed;
      const all: Promise<void>[] = [];
      const come = async (what: string, work: Promise<unknown>) => {
        all.push(note(what, work));
        await aWhile();
      };
      await come('write', dataSource.manager.insert(Counter, { id: 2, value: 0 }));
      await come('transaction', inTransaction(dataSource, increment));
      await come('another write', dataSource.manager.insert(Counter, { id: 3, value: 0 }));
      await come('another transaction', inTransaction(dataSource, increment));
      expect(order).toEqual([]);
      await first.rollBack();
      await Promise.all(all);
      expect(order).toEqual(['write', 'transaction', 'another write', 'another transaction']);
    });
  }
});

async function increment(manager: EntityManager, id = 1): Promise<void> {
  const counter = await manager.findOneOrFail(Counter, { where: { id }, ...rowLock(manager) });
  await aWhile();
  await manager.update(Counter, { id }, { value: counter.value + 1 });
}

/** Holds callers until `count` have arrived, then lets all pass. */
function barrier(count: number): () => Promise<void> {
  const open = Promise.withResolvers<void>();
  let waiting = 0;
  return async () => {
    if (++waiting >= count) open.resolve();
    await open.promise;
  };
}
