import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { Card, inTransaction } from '@app/database';
import { aWhile, Counter, COUNTERS, openTransaction } from '../../support/counters.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

describe('reads beside writes', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeEach(async () => {
    database = await createTestDatabase();
    dataSource = await openTestDataSource(database.environment, COUNTERS);
    await dataSource.manager.insert(Counter, { id: 1, value: 0 });
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const valueOf = async (id: number, { manager } = dataSource) =>
    (await manager.findOneBy(Counter, { id }))?.value;
  const set = (value: number, id = 1) => {
    return (manager: EntityManager) => manager.update(Counter, { id }, { value });
  };

  it('see the state before an open transaction, and the new one when it is committed', async () => {
    const writer = openTransaction(dataSource, set(1));
    await writer.changed;
    expect(await valueOf(1)).toBe(0);
    expect(await dataSource.query('SELECT value FROM counters')).toEqual([{ value: 0 }]);
    await writer.commit();
    expect(await valueOf(1)).toBe(1);
  });

  it('see each of 1,000 acknowledged writes', async () => {
    const rounds = Array.from({ length: 50 }, (_, i) => i + 1);
    const caller = async (id: number) => {
      await dataSource.manager.insert(Counter, { id, value: 0 });
      for (const round of rounds) {
        if (round % 2 === 0) await inTransaction(dataSource, set(round, id));
        else await set(round, id)(dataSource.manager);
        expect(await valueOf(id)).toBe(round);
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, i) => caller(100 + i)));
  });

  it('never see rolled-back changes', async () => {
    const seen = new Set<number | undefined>();
    const write = async () => {
      for (let i = 0; i < 50; i++) {
        const writer = openTransaction(dataSource, set(666));
        await writer.changed;
        await aWhile();
        await writer.rollBack();
      }
    };
    const read = async () => {
      for (let i = 0; i < 50; i++) {
        seen.add(await valueOf(1));
        await aWhile();
      }
    };
    await Promise.all([write(), read(), read(), read()]);
    expect([...seen]).toEqual([0]);
  });

  it('see the transaction’s own writes', async () => {
    const inside = await inTransaction(dataSource, async (manager) => {
      await set(1)(manager);
      const outer = (await manager.findOneByOrFail(Counter, { id: 1 })).value;
      const nested = await manager.transaction(async (inner) => {
        await set(2)(inner);
        return (await inner.findOneByOrFail(Counter, { id: 1 })).value;
      });
      return [outer, nested];
    });
    expect(inside).toEqual([1, 2]);
    expect(await valueOf(1)).toBe(2);
  });

  it('follow changes of the schema', async () => {
    const all = () => dataSource.query('SELECT * FROM counters');
    expect(await all()).toEqual([{ id: 1, value: 0 }]);
    await dataSource.query('ALTER TABLE counters ADD COLUMN note varchar(10)');
    expect(await all()).toEqual([{ id: 1, value: 0, note: null }]);
    await dataSource.query('DROP TABLE counters');
    await expect(all()).rejects.toThrow(/counters/);
    await dataSource.query('CREATE TABLE counters (name varchar(10))');
    await dataSource.query("INSERT INTO counters VALUES ('a')");
    expect(await all()).toEqual([{ name: 'a' }]);
  });

  if (ENGINE === 'sqlite') {
    it('give the same results as in a transaction', async () => {
      const sql = 'SELECT ? AS yes, ? AS no, value FROM counters';
      const outside = await dataSource.createQueryRunner().query(sql, [true, false], true);
      const inside = await inTransaction(dataSource, ({ queryRunner }) =>
        queryRunner!.query(sql, [true, false], true),
      );
      expect(outside).toEqual(inside);
      expect(outside.records).toEqual([{ yes: 1, no: 0, value: 0 }]);
    });

    it('that fail half-way report it and do not affect later ones', async () => {
      const failing = dataSource.query('SELECT abs(?) FROM counters', [-(2n ** 63n)]);
      await expect(failing).rejects.toThrow(QueryFailedError);
      expect(await valueOf(1)).toBe(0);
    });

    it('that only look like reads wait for their turn to write', async () => {
      const writer = openTransaction(dataSource, set(1));
      await writer.changed;
      const write = dataSource.query('WITH one AS (SELECT 1 AS id) UPDATE counters SET value = value + 10');
      await aWhile();
      await writer.commit();
      await write;
      expect(await valueOf(1)).toBe(11);
    });

    it('wait for a table that a transaction is creating', async () => {
      const writer = openTransaction(dataSource, (manager) => manager.query('CREATE TABLE fresh (id int)'));
      await writer.changed;
      const read = dataSource.query('SELECT id FROM fresh');
      await aWhile();
      await writer.commit();
      expect(await read).toEqual([]);
    });

    it('find the temporary tables of the connection that writes', async () => {
      await dataSource.query('CREATE TEMPORARY TABLE passing AS SELECT 7 AS id');
      expect(await dataSource.query('SELECT id FROM passing')).toEqual([{ id: 7 }]);
    });

    it('close their file, and work after reopening', async () => {
      const files = () => readdirSync(database.environment.DATA_DIR).toSorted();
      expect(await valueOf(1)).toBe(0);
      expect(files()).toEqual(['latchkey.sqlite', 'latchkey.sqlite-shm', 'latchkey.sqlite-wal']);
      await dataSource.destroy();
      // SQLite removes the other files with the last connection.
      expect(files()).toEqual(['latchkey.sqlite']);
      await dataSource.initialize();
      expect(await valueOf(1)).toBe(0);
    });

    it.each<[string, object]>([
      ['in memory', { database: ':memory:' }],
      ['without a write-ahead log', { enableWAL: false }],
    ])('take their turn in a database %s', async (_, options) => {
      const own = await createTestDatabase();
      const other = await openTestDataSource(own.environment, { ...COUNTERS, ...options });
      await other.manager.insert(Counter, { id: 1, value: 0 });
      const writer = openTransaction(other, set(1));
      await writer.changed;
      let answered = false;
      const read = valueOf(1, other).finally(() => (answered = true));
      await aWhile();
      expect(answered).toBe(false);
      await writer.commit();
      expect(await read).toBe(1);
      await other.destroy();
      await own.drop();
    });
  }
});

describe('requests that only read', () => {
  const server = TestServer.forSuite();

  it('are answered while this server is writing', async () => {
    const client = await server.client({
      card_types: [{ name: 'Month', duration: { unit: 'days', amount: 30 } }],
      cards: [{ card: 'C1', card_type: 'Month' }],
    });
    const writer = openTransaction(server.dataSource, (manager) =>
      manager.update(Card, { card: 'C1' }, { note: 'being written' }),
    );
    await writer.changed;

    let loggedIn = false;
    const login = client
      .post('/card/login', { card: 'C1', device_id: 'D1' })
      .finally(() => (loggedIn = true));
    for (let i = 0; i < 5; i++) {
      expect(await client.get('/card/config', { card: 'C1' })).toMatchObject({ code: 0 });
    }
    expect(loggedIn).toBe(false);

    await writer.commit();
    expect(await login).toMatchObject({ code: 0 });
  });
});
