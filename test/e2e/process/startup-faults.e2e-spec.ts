import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { revert } from '@app/database';
import { applyHere } from '../../support/apply-here.js';
import { openTestDataSource, withTestDataSource } from '../../support/open-data-source.js';
import { latchkey, ServerProcess, untilReady } from '../../support/server-process.js';
import { expectStartupFault } from '../../support/startup-fault.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

describe('a server that cannot start reports why, and by its exit status whether a setting is wrong:', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const environment = (more: Record<string, string> = {}) => ({ ...database.environment, ...more });
  const dataDir = () => database.environment.DATA_DIR;

  it('the port is taken', async () => {
    const server = await ServerProcess.start(environment());
    const { port } = new URL(server.url);
    const other = await createTestDatabase();
    expectStartupFault(
      await ServerProcess.fail({ ...other.environment, PORT: port }),
      [`127.0.0.1, PORT ${port}`, 'EADDRINUSE'],
      1,
    );
    expectStartupFault(
      await ServerProcess.fail({ ...other.environment, METRICS_PORT: port }),
      [`METRICS_PORT ${port}`, 'EADDRINUSE'],
      1,
    );
    await untilReady(server.url);
    await server.stop();
    await other.drop();
  });

  it('another server process uses the database, until it exits', async () => {
    const first = await ServerProcess.start(environment());
    expectStartupFault(await ServerProcess.fail(environment()), ['Another server process', 'Stop it'], 1);
    await untilReady(first.url);
    await first.kill();
    const second = await ServerProcess.start(environment());
    await second.stop();
  });

  it('another server process uses the database, and the database would have to be migrated', async () => {
    const first = await ServerProcess.start(environment());
    // Creates the state in which an older version runs.
    const newest = await withTestDataSource(environment(), (dataSource) => revert(dataSource));
    const migrations = () =>
      withTestDataSource(environment(), async (dataSource) => {
        const rows: { name: string }[] = await dataSource.query('SELECT name FROM migrations');
        return rows.map(({ name }) => name);
      });
    const [server, ...commands] = await Promise.all([
      ServerProcess.fail(environment()),
      latchkey(environment(), ['migrate']),
      latchkey(environment(), ['create-admin', 'second@example.com']),
      latchkey(environment(), ['apply', '-'], '{"applications":[{"name":"New"}]}'),
    ]);
    expectStartupFault(server, ['Another server process', 'Stop it'], 1);
    for (const command of commands)
      expectStartupFault(command, ['A server is running on this database. Stop it first.'], 1);
    expect(await migrations()).not.toContain(newest);
    await untilReady(first.url);
    await first.kill();
    const second = await ServerProcess.start(environment());
    expect(await migrations()).toContain(newest);
    await second.stop();
  });

  it('the database was made by a newer version', async () => {
    await latchkey(environment(), ['migrate', '--new']);
    const dataSource = await openTestDataSource(database.environment);
    await dataSource.query(
      "INSERT INTO migrations (timestamp, name) VALUES (9000000000000, 'Newer9000000000000')",
    );
    await dataSource.destroy();
    for (const finished of [
      await ServerProcess.fail(environment()),
      await latchkey(environment(), ['migrate']),
      await latchkey(environment(), ['revert', 'Newer9000000000000']),
      await latchkey(environment(), ['apply', '--new', '-'], '{"applications":[]}'),
    ]) {
      expectStartupFault(finished, ['made by a newer version of Latchkey', 'Newer9000000000000']);
    }
  });

  describe('the encryption key', () => {
    const keyFile = () => join(dataDir(), 'secret.key');

    it('is created at the first start, readable only by its owner', async () => {
      await (await ServerProcess.start(environment())).stop();
      expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    });

    it('is not the key of the database', async () => {
      const { app_key } = await applyHere(environment(), {});
      const other = randomBytes(32).toString('base64');
      for (const finished of [
        await ServerProcess.fail(environment({ ENCRYPTION_KEY: other })),
        await latchkey(
          environment({ ENCRYPTION_KEY: other }),
          ['apply', '-'],
          '{"applications":[{"name":"New"}]}',
        ),
      ]) {
        expectStartupFault(finished, [
          `The secret of application ${app_key} was encrypted with another key`,
          'ENCRYPTION_KEY',
          'secret.key',
        ]);
      }
    });

    it('is lost: nothing is written, and no key is created', async () => {
      await applyHere(environment(), {});
      await withTestDataSource(environment(), async (dataSource) => {
        // A database of an earlier version, which the start would migrate first.
        await revert(dataSource);
      });
      const key = readFileSync(keyFile());
      rmSync(keyFile());
      const rows = ['SELECT * FROM migrations', 'SELECT * FROM applications'];
      const state = () =>
        withTestDataSource(environment(), async (dataSource) => {
          const found: unknown[] = [];
          for (const sql of rows) found.push(await dataSource.query(sql));
          return found;
        });
      const before = await state();
      for (const finished of [
        await ServerProcess.fail(environment()),
        await latchkey(environment(), ['migrate']),
        await latchkey(environment(), ['apply', '--new', '-'], '{"applications":[{"name":"New"}]}'),
      ]) {
        expectStartupFault(finished, ['ENCRYPTION_KEY', 'secret.key', dataDir(), 'nothing was changed']);
      }
      expect(existsSync(keyFile())).toBe(false);
      expect(await state()).toEqual(before);

      writeFileSync(keyFile(), key, { mode: 0o600 });
      await (await ServerProcess.start(environment())).stop();
    });
  });
});
