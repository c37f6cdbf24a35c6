import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { ENTITIES, migrate, MIGRATIONS, revert } from '@app/database';
import { StartupError } from '@app/platform';
import { fillAsThen } from '../../support/migration-fixtures.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { latchkey } from '../../support/server-process.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

const NAMES = MIGRATIONS.map(({ name }) => name);

class Half9000000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE half (id int)');
    throw new Error('half-way');
  }
  async down(): Promise<void> {}
}

describe('migrations', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeEach(async () => {
    database = await createTestDatabase();
    dataSource = await openTestDataSource(database.environment);
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const recorded = async () => {
    const rows: { name: string }[] = await dataSource.query('SELECT name FROM migrations ORDER BY id');
    return rows.map(({ name }) => name);
  };
  const tables = async () => {
    const runner = dataSource.createQueryRunner();
    const names = ['migrations', 'half', ...dataSource.entityMetadatas.map(({ tableName }) => tableName)];
    const found: string[] = [];
    for (const name of names) if (await runner.hasTable(name)) found.push(name);
    await runner.release();
    return found;
  };
  /** Statements that would align the tables with the entities. */
  const drift = async () => {
    const ofServer = await openTestDataSource(await environmentOfServer());
    const { upQueries } = await ofServer.driver.createSchemaBuilder().log();
    await ofServer.destroy();
    return upQueries.map(({ query }) => query);
  };
  /**
   * The URL has mysql:// for both servers, but only TypeORM's driver of the actual server knows its column
   * descriptions.
   */
  const environmentOfServer = async () => {
    const url = database.environment.DATABASE_URL;
    if (!url) return database.environment;
    const [{ version }] = await dataSource.query('SELECT VERSION() AS version');
    const scheme = /mariadb/i.test(version) ? 'mariadb:' : 'mysql:';
    return { ...database.environment, DATABASE_URL: url.replace(/^\w+:/, scheme) };
  };

  it('create the schema of the entities in an empty database', async () => {
    expect(await migrate(dataSource)).toEqual(NAMES);
    expect(await recorded()).toEqual(NAMES);
    expect(await drift()).toEqual([]);
    expect(dataSource.entityMetadatas).toHaveLength(ENTITIES.length);
  });

  it('change nothing when they run again', async () => {
    await migrate(dataSource);
    expect(await migrate(dataSource)).toEqual([]);
    expect(await recorded()).toEqual(NAMES);
  });

  it('can be reverted to an empty database and run again', async () => {
    await migrate(dataSource);
    for (const name of NAMES.toReversed()) expect(await revert(dataSource)).toBe(name);
    expect(await revert(dataSource)).toBeUndefined();
    expect(await tables()).toEqual(['migrations']);
    expect(await migrate(dataSource)).toEqual(NAMES);
    expect(await drift()).toEqual([]);
  });

  it('refuse a database of a newer version, and leave it unchanged', async () => {
    await migrate(dataSource);
    await dataSource.query(
      "INSERT INTO migrations (timestamp, name) VALUES (9000000000000, 'Newer9000000000000')",
    );
    for (const refused of [migrate(dataSource), revert(dataSource)]) {
      const error: unknown = await refused.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StartupError);
      expect((error as Error).message).toContain(
        'newer version of Latchkey (unknown migrations: Newer9000000000000)',
      );
    }
    expect(await recorded()).toEqual([...NAMES, 'Newer9000000000000']);
    expect(await tables()).toEqual([
      'migrations',
      ...dataSource.entityMetadatas.map(({ tableName }) => tableName),
    ]);
  });

  it('that fail half-way can be run again once they are fixed', async () => {
    const broken = await openTestDataSource(database.environment, {
      migrations: [...MIGRATIONS, Half9000000000000],
      // TypeORM's default logger would print the failure, which is expected here.
      logger: 'debug',
    });
    await expect(migrate(broken)).rejects.toThrow('half-way');
    // MySQL keeps the changes before the failure; SQLite rolls all of them back.
    const kept = ENGINE === 'mysql';
    expect(await tables()).toHaveLength(kept ? 2 + ENTITIES.length : 0);
    // Waiting callers are not delayed.
    expect(await broken.query('SELECT 1 AS one')).toHaveLength(1);
    await broken.destroy();
    expect(await migrate(dataSource)).toEqual(kept ? [] : NAMES);
    expect(await recorded()).toEqual(NAMES);
  });

  it('refuse the tables of another application, and leave them unchanged', async () => {
    await dataSource.query('CREATE TABLE users (id int)');
    await expect(migrate(dataSource)).rejects.toThrow(
      'The database belongs to another application: it has a table users',
    );
    expect(await tables()).toEqual(['users']);
  });

  it.each(['after they ran', 'after they were refused'])('leave foreign keys enforced %s', async (when) => {
    await migrate(dataSource);
    if (when === 'after they were refused') {
      await dataSource.query(
        "INSERT INTO migrations (timestamp, name) VALUES (9000000000000, 'Newer9000000000000')",
      );
      await expect(migrate(dataSource)).rejects.toThrow(StartupError);
    }
    const orphan = dataSource.query(
      `INSERT INTO devices (application_id, holder_kind, holder_id, device_id, bound_at) VALUES (1, 'card', 1, 'd', 0)`,
    );
    await expect(orphan).rejects.toThrow(/foreign key/i);
  });

  it('are recorded once when several processes start at once', async () => {
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => latchkey(database.environment, ['migrate', '--new'])),
    );
    expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      runs.map(() => ({ code: 0, stderr: '' })),
    );
    const said = runs.map(({ stdout }) => stdout.trim());
    expect(said.filter((line) => line === `Migrated: ${NAMES.join(', ')}`)).toHaveLength(1);
    expect(said.filter((line) => line === 'The database is up to date.')).toHaveLength(3);
    expect(await recorded()).toEqual(NAMES);
    expect(await drift()).toEqual([]);
  });

  it('are recorded once when one process runs them several times at once', async () => {
    const runs = await Promise.all(Array.from({ length: 4 }, () => migrate(dataSource)));
    expect(runs.flat()).toEqual(NAMES);
    expect(await recorded()).toEqual(NAMES);
  });

  if (ENGINE === 'mysql') {
    it('can be resumed after an interruption at any change, with rows in the tables, in both directions', async () => {
      await fillAsThen(database, MIGRATIONS.length);
      const interrupted = await openInterrupted(database.environment);
      await interrupted.repeat(() => revert(interrupted.dataSource));
      expect(await tables()).toEqual(['migrations']);
      await interrupted.repeat(() => migrate(interrupted.dataSource));
      await interrupted.dataSource.destroy();
      expect(await recorded()).toEqual(NAMES);
      expect(await drift()).toEqual([]);
    });

    it('compare new texts byte for byte, although the database was moved with a dump', async () => {
      await migrate(dataSource);
      while (!(await revert(dataSource))!.startsWith('VariableVersions'));
      await dataSource.query('ALTER DATABASE COLLATE utf8mb4_general_ci');
      await migrate(dataSource);
      const collations = await dataSource.query(
        'SELECT DISTINCT table_collation AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
      );
      expect(collations).toEqual([{ name: expect.stringMatching(/^utf8mb4_(nopad|0900)_bin$/) }]);
    });

    it('are recorded once when several data sources run them at once', async () => {
      const others = await Promise.all(
        Array.from({ length: 4 }, () => openTestDataSource(database.environment)),
      );
      const runs = await Promise.all(others.map((other) => migrate(other)));
      expect(runs.flat()).toEqual(NAMES);
      expect(await recorded()).toEqual(NAMES);
      await Promise.all(others.map((other) => other.destroy()));
    });
  }
});

/** A statement that changes the database. */
const CHANGE = /^\s*(ALTER|CREATE|DELETE|DROP|INSERT|UPDATE)\b/i;

/** Opens a data source whose migrations are interrupted. */
async function openInterrupted(environment: TestDatabase['environment']) {
  // TypeORM's default logger would print the failures, which are expected here.
  const dataSource = await openTestDataSource(environment, { logger: 'debug' });
  let allowed = Infinity;
  const create = dataSource.createQueryRunner.bind(dataSource);
  dataSource.createQueryRunner = (mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner) as (...all: unknown[]) => Promise<unknown>;
    runner.query = async (sql: string, ...rest: unknown[]): Promise<never> => {
      if (CHANGE.test(sql) && --allowed < 0) throw new Error('interrupted');
      return (await query(sql, ...rest)) as never;
    };
    return runner;
  };
  const count = async () => (await dataSource.query('SELECT name FROM migrations')).length as number;
  return {
    dataSource,
    /**
     * Repeats `work` until it has nothing more to do. Interrupts each run before its second change. If a run completes
     * no migration, the next run is interrupted before its third change, and so on.
     */
    async repeat(work: () => Promise<unknown>): Promise<void> {
      for (let changes = 1; ; changes++) {
        allowed = Infinity;
        const before = await count();
        allowed = changes;
        const done = await work().catch((error: unknown) => {
          expect(error).toMatchObject({ message: 'interrupted' });
          return error;
        });
        allowed = Infinity;
        if ((await count()) !== before) changes = 0;
        else if (!(done instanceof Error)) return;
      }
    },
  };
}
