import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupHeader, openBackup, restoreBackup, takeBackup } from '@app/backup';
import { migrate, MIGRATIONS, schemaAt } from '@app/database';
import { linesOf } from '../../support/backup-files.js';
import { openTestDataSource, withTestDataSource } from '../../support/open-data-source.js';
import { fillAsThen, KEY_THEN, rowsOf } from '../../support/migration-fixtures.js';
import { createTestDatabase, type Engine, ENGINE, type TestDatabase } from '../../support/test-database.js';

const KEY = Buffer.from(KEY_THEN.ENCRYPTION_KEY, 'base64');
const TAKEN = Date.UTC(2026, 0, 15, 12);
const RESTORED = TAKEN + 60_000;
const NEWEST = MIGRATIONS.length;
const ENGINES: Engine[] = ENGINE === 'mysql' ? ['mysql', 'sqlite'] : ['sqlite'];

/**
 * The engines and the migration of each test. If both engines are MySQL, only the first and the last migration are
 * tested; if the engines differ, only the last.
 */
const WAYS = ENGINES.flatMap((from) =>
  ENGINES.flatMap((to) =>
    MIGRATIONS.map(({ name }, index) => ({ from, to, name, count: index + 1 })).filter(
      ({ count }) =>
        ENGINE === 'sqlite' ||
        (from !== to ? count === NEWEST : from === ENGINE && [1, NEWEST].includes(count)),
    ),
  ),
);

describe('A backup', () => {
  const databases: TestDatabase[] = [];
  afterAll(async () => {
    for (const database of databases) await database.drop();
  });

  const create = async (engine: Engine) => {
    const database = await createTestDatabase(engine);
    databases.push(database);
    return database;
  };
  const take = ({ environment }: TestDatabase, path: string) =>
    withTestDataSource(environment, (dataSource) => takeBackup(dataSource, path, KEY, TAKEN));
  const restore = async ({ environment }: TestDatabase, path: string, keepSessions = true) => {
    const backup = await openBackup(path, KEY);
    return withTestDataSource(environment, (dataSource) =>
      restoreBackup(dataSource, backup, { keepSessions, now: RESTORED }),
    );
  };
  const pathOf = ({ environment }: TestDatabase) => join(environment.DATA_DIR, 'backup.jsonl.gz');
  const all = async (database: TestDatabase) => rowsOf(database, await schemaAt(NEWEST));

  it.each(WAYS)('of $from at $name is restored to $to and migrated, value for value', async (way) => {
    const [source, target] = [await create(way.from), await create(way.to)];
    await fillAsThen(source, way.count);
    const path = pathOf(source);
    const { engine, migrations } = await take(source, path);
    expect({ engine, migrations: migrations.length }).toEqual({ engine: way.from, migrations: way.count });
    const { migrated } = await restore(target, path);
    expect(migrated).toEqual(MIGRATIONS.slice(way.count).map(({ name }) => name));

    await withTestDataSource(source.environment, migrate);
    const before = await all(source);
    expect(await all(target)).toEqual({
      ...before,
      // Sessions of administrators and customers, and server processes, belong to the old server.
      admin_sessions: [],
      portal_sessions: [],
      server_processes: [],
      server_state: before.server_state!.filter(({ name }) => name !== 'database_id'),
      card_jobs: before.card_jobs!.map((job) => ({ ...job, process_id: null })),
    });
  });

  describe('that is restored', () => {
    let source: TestDatabase;
    let path: string;
    let header: BackupHeader;

    beforeAll(async () => {
      source = await create(ENGINE);
      path = pathOf(source);
      await fillAsThen(source, NEWEST);
      await withTestDataSource(source.environment, (dataSource) =>
        dataSource.query('DELETE FROM cards WHERE id = 9'),
      );
      header = await take(source, path);
    });

    it('ends open sessions without --keep-sessions', async () => {
      const target = await create(ENGINE);
      await restore(target, path, false);
      const { sessions } = await all(target);
      const before = (await all(source)).sessions!;
      expect(before.filter(({ ended_at }) => ended_at === null)).toHaveLength(2);
      expect(sessions).toEqual(
        before.map((session) =>
          session.ended_at === null ? { ...session, ended_at: RESTORED, end_reason: 'restored' } : session,
        ),
      );
    });

    it('never reuses an id', async () => {
      const target = await create(ENGINE);
      await restore(target, path);
      const dataSource = await openTestDataSource(target.environment);
      await dataSource.query(
        `INSERT INTO cards (application_id, card_type_id, card, status, frozen, duration_unit, duration_amount,
           max_sessions, max_devices, unbinds_used, unbind_failures, created_at, updated_at)
         VALUES (1, 1, 'NEW', 'unused', 0, 'days', 1, 1, 1, 0, 0, 0, 0)`,
      );
      const [{ id }] = await dataSource.query("SELECT id FROM cards WHERE card = 'NEW'");
      await dataSource.destroy();
      expect(id).toBe(10);
    });

    it('skips ids of orders that may have been lost, but not in a move with --keep-sessions', async () => {
      const nextIds = async (keepSessions: boolean) => {
        const target = await create(ENGINE);
        await restore(target, path, keepSessions);
        const { tables } = await take(target, pathOf(target));
        return Object.fromEntries(tables.map(({ name, next_id }) => [name, next_id]));
      };
      const before = Object.fromEntries(header.tables.map(({ name, next_id }) => [name, next_id]));
      await expect(nextIds(true)).resolves.toEqual(before);
      await expect(nextIds(false)).resolves.toEqual({ ...before, orders: before.orders! + 1_000_000 });
    });

    it('has readable lines, without the key and the secrets', async () => {
      const lines = linesOf(path);
      expect(JSON.parse(lines[0]!)).toEqual(header);
      expect(header).toMatchObject({
        format: 'latchkey-backup',
        version: 1,
        taken_at: '2026-01-15T12:00:00Z',
        key: expect.stringMatching(/^[0-9a-f]{16}$/),
      });
      expect(lines).toHaveLength(2 + header.tables.reduce((sum, { rows }) => sum + rows, 0));
      const text = lines.join('\n');
      for (const secret of [
        KEY_THEN.ENCRYPTION_KEY,
        KEY.toString('hex'),
        'uiS9M0G8JolpUvlf5NxZ7pwMVinKs73x',
      ]) {
        expect(text).not.toContain(secret);
      }
    });
  });

  it('of a database with another key is refused, and leaves no file', async () => {
    const source = await create('sqlite');
    await fillAsThen(source, NEWEST);
    const dataSource = await openTestDataSource(source.environment);
    const path = pathOf(source);
    await expect(takeBackup(dataSource, path, Buffer.alloc(32, 1), TAKEN)).rejects.toThrow(
      'The secret of the application First was encrypted with another key',
    );
    await expect(takeBackup(dataSource, '/no/such/folder/file', KEY, TAKEN)).rejects.toThrow(
      'The backup cannot be written: /no/such/folder/file: no such file or folder',
    );
    await dataSource.destroy();
    expect(() => rmSync(path)).toThrow('ENOENT');
  });
});
