import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource, EntityManager } from 'typeorm';
import { inLargeTransaction } from '@app/database';
import { Counter, COUNTERS } from '../../support/counters.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

/** Number of rows, about 10 MiB in SQLite. */
const ROWS = ENGINE === 'sqlite' ? 600_000 : 20_000;

describe('a large transaction', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeEach(async () => {
    database = await createTestDatabase();
    dataSource = await openTestDataSource(database.environment, COUNTERS);
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const insertMany = async (manager: EntityManager) => {
    for (let start = 0; start < ROWS; start += 10_000) {
      const rows = Array.from({ length: 10_000 }, (_, i) => `(${start + i + 1}, 0)`).join(', ');
      await manager.query(`INSERT INTO counters (id, value) VALUES ${rows}`);
    }
  };
  const count = () => dataSource.getRepository(Counter).count();

  it('is committed as a whole', async () => {
    expect(await inLargeTransaction(dataSource, insertMany)).toBeUndefined();
    expect(await count()).toBe(ROWS);
  });

  it('leaves no rows when it fails', async () => {
    const failing = inLargeTransaction(dataSource, async (manager) => {
      await insertMany(manager);
      throw new Error('no more');
    });
    await expect(failing).rejects.toThrow('no more');
    expect(await count()).toBe(0);
    await inLargeTransaction(dataSource, insertMany);
    expect(await count()).toBe(ROWS);
  });

  if (ENGINE === 'sqlite') {
    const MIB = 1024 * 1024;
    const sizeOf = (name: string) => statSync(join(database.environment.DATA_DIR, name)).size;
    const automatic = async () => (await dataSource.query('PRAGMA wal_autocheckpoint'))[0].wal_autocheckpoint;

    it('is checkpointed after its commit', async () => {
      let committed = 0;
      dataSource.subscribers.push({
        afterTransactionCommit: () => void (committed = sizeOf('latchkey.sqlite')),
      });
      await inLargeTransaction(dataSource, insertMany);
      // The commit itself runs no checkpoint, which would block the process.
      expect(committed).toBeLessThan(MIB);
      expect(sizeOf('latchkey.sqlite')).toBeGreaterThan(2 * MIB);
      expect(await automatic()).toBe(1000);
    });

    it('does not block checkpoints after a failure', async () => {
      await expect(inLargeTransaction(dataSource, () => Promise.reject(new Error('no')))).rejects.toThrow(
        'no',
      );
      expect(await automatic()).toBe(1000);
    });
  }
});
