import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { type BackupHeader, openBackup, restoreBackup, takeBackup } from '@app/backup';
import { migrate, MIGRATIONS, schemaAt, serverLock } from '@app/database';
import { StartupError } from '@app/platform';
import { rewrite } from '../../support/backup-files.js';
import { openTestDataSource, withTestDataSource } from '../../support/open-data-source.js';
import { fillAsThen, KEY_THEN } from '../../support/migration-fixtures.js';
import { eventually } from '../../support/server-process.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

const KEY = Buffer.from(KEY_THEN.ENCRYPTION_KEY, 'base64');

describe('A backup is not restored', () => {
  let source: TestDatabase;
  let path: string;
  let copy: string;
  let target: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    source = await createTestDatabase();
    path = join(source.environment.DATA_DIR, 'backup.jsonl.gz');
    copy = join(source.environment.DATA_DIR, 'copy.jsonl.gz');
    await fillAsThen(source, MIGRATIONS.length);
    await take(path);
  });
  afterAll(() => source.drop());
  beforeEach(async () => {
    target = await createTestDatabase();
    dataSource = await openTestDataSource(target.environment);
  });
  afterEach(async () => {
    await dataSource.destroy();
    await target.drop();
  });

  const take = (to: string) => withTestDataSource(source.environment, (of) => takeBackup(of, to, KEY, 0));
  const restore = async (from: string) =>
    restoreBackup(dataSource, await openBackup(from, KEY), { keepSessions: false, now: 0 });
  const refusal = async (attempt: Promise<unknown>) => {
    const error: unknown = await attempt.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StartupError);
    return (error as Error).message;
  };
  const rows = async () => {
    let count = 0;
    const runner = dataSource.createQueryRunner();
    for (const { name } of await schemaAt(MIGRATIONS.length)) {
      if (await runner.hasTable(name)) count += (await runner.query(`SELECT 1 FROM ${name}`)).length;
    }
    await runner.release();
    return count;
  };

  it('if it is truncated anywhere', async () => {
    const whole = readFileSync(path);
    for (const part of [0, 0.3, 0.6, 0.9, 0.999]) {
      writeFileSync(copy, whole.subarray(0, Math.floor(whole.length * part)));
      expect(await refusal(openBackup(copy, KEY))).toMatch(
        /is damaged or was altered: .*unexpected end of file/,
      );
    }
  });

  it.each<[string, (lines: string[]) => string[], string]>([
    [
      'a value was changed',
      (lines) => lines.map((line) => line.replace('OPEN', 'OPEM')),
      'its seal does not match',
    ],
    ['a row is missing', (lines) => lines.toSpliced(3, 1), 'its end is missing'],
    ['a row was added', (lines) => lines.toSpliced(3, 0, lines[3]!), 'its seal does not match'],
    ['its end is missing', (lines) => lines.slice(0, -1), 'its end is missing'],
    ['something comes after its end', (lines) => [...lines, lines[3]!], 'data follows its end'],
    [
      'its time was changed',
      (lines) => lines.map((line) => line.replace('1970', '1971')),
      'its seal does not match',
    ],
  ])('when %s', async (_, change, words) => {
    rewrite(path, copy, change);
    expect(await refusal(openBackup(copy, KEY))).toBe(
      `The backup ${copy} is damaged or was altered: ${words}. Use another one.`,
    );
  });

  it('if a byte of the file was changed', async () => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(copy, bytes);
    expect(await refusal(openBackup(copy, KEY))).toContain('is damaged or was altered');
  });

  it('if it is not a backup or is missing', async () => {
    writeFileSync(copy, 'CREATE TABLE cards');
    expect(await refusal(openBackup(copy, KEY))).toBe(`${copy} is not a Latchkey backup`);
    rewrite(path, copy, () => ['{"some":"json"}']);
    expect(await refusal(openBackup(copy, KEY))).toBe(`${copy} is not a Latchkey backup`);
    expect(await refusal(openBackup('/no/such/file', KEY))).toBe(
      'The backup cannot be read: /no/such/file: no such file or folder',
    );
    expect(await refusal(openBackup(dirname(copy), KEY))).toBe(
      `The backup cannot be read: ${dirname(copy)}: it is a folder`,
    );
  });

  it('with a different encryption key', async () => {
    expect(await refusal(openBackup(path, Buffer.alloc(32, 1)))).toMatch(
      /^The backup requires the encryption key with the fingerprint [0-9a-f]{16}, but the key here has [0-9a-f]{16}\. First install the ENCRYPTION_KEY /,
    );
  });

  it.each<[string, (header: BackupHeader) => object]>([
    ['format', () => ({ version: 2 })],
    ['schema', ({ migrations }) => ({ migrations: [...migrations, 'Newer9000000000000'] })],
  ])('when its %s is of a newer version', async (_, newer) => {
    rewrite(path, copy, ([first, ...rest]) => {
      const header = JSON.parse(first!) as BackupHeader;
      return [JSON.stringify({ ...header, product: '9.0.0', ...newer(header) }), ...rest];
    });
    expect(await refusal(openBackup(copy, KEY))).toBe(
      'The backup was made by a newer version of Latchkey (9.0.0). Restore it with that version.',
    );
  });

  it('into a non-empty database, which is unchanged', async () => {
    await migrate(dataSource);
    await dataSource.query("INSERT INTO server_state (name, value) VALUES ('a', 'b')");
    expect(await refusal(restore(path))).toContain('its table server_state has rows');
    expect(await rows()).toBe(1);
    // A database that was only migrated counts as empty.
    await dataSource.query('DELETE FROM server_state');
    await restore(path);
    expect(await rows()).toBeGreaterThan(30);
    expect(await refusal(restore(path))).toContain('The database is not empty');
  });

  it('into the database of another application, which is unchanged', async () => {
    await dataSource.query('CREATE TABLE users (id int)');
    expect(await refusal(restore(path))).toContain('belongs to another application: it has a table users');
    expect(await dataSource.query('SELECT id FROM users')).toEqual([]);
  });

  it('into a database that a server runs on', async () => {
    const other = await openTestDataSource(target.environment);
    const lock = serverLock(other);
    expect(await lock.take()).toBe('taken');
    expect(await refusal(restore(path))).toBe('A server is running on this database. Stop it first.');
    await lock.release();
    await other.destroy();
    expect(await rows()).toBe(0);
    await restore(path);
  });

  it('in part: when a row refers to a missing one, nothing remains', async () => {
    const of = await openTestDataSource(source.environment);
    const runner = of.createQueryRunner();
    const check = (on: boolean) =>
      runner.query(
        ENGINE === 'sqlite'
          ? `PRAGMA foreign_keys = ${on ? 'ON' : 'OFF'}`
          : `SET foreign_key_checks = ${on ? 1 : 0}`,
      );
    await check(false);
    await runner.query('UPDATE refusals SET application_id = 77');
    await take(copy.replace('copy', 'orphan'));
    await runner.query('UPDATE refusals SET application_id = 1');
    await check(true);
    await runner.release();
    await of.destroy();
    expect(await refusal(restore(copy.replace('copy', 'orphan')))).toMatch(/refusals/);
    expect(await rows()).toBe(0);
    await restore(path);
    expect(await rows()).toBeGreaterThan(30);
  });

  /** Restores with a further migration, which fails. */
  const restoreAndFail = async (up: (runner: QueryRunner) => Promise<unknown>) => {
    const Failing9000000000000 = class implements MigrationInterface {
      readonly name = 'Failing9000000000000';
      async up(runner: QueryRunner): Promise<void> {
        await up(runner);
        throw new Error('no room');
      }
      async down(): Promise<void> {}
    };
    const failing = await openTestDataSource(target.environment, {
      migrations: [...MIGRATIONS, Failing9000000000000],
      // TypeORM's default logger would print the failure, which is expected here.
      logger: 'debug',
    });
    const restored = restoreBackup(failing, await openBackup(path, KEY), { keepSessions: false, now: 0 });
    const error: unknown = await restored.catch((reason: unknown) => reason);
    await failing.destroy();
    expect(error).toBeInstanceOf(Error);
    return (error as Error).message;
  };
  const kill = async (runner: QueryRunner, connection: string) => {
    const [{ id }] = await runner.query(`SELECT ${connection} AS id`);
    await runner.query(`KILL ${id}`);
  };

  it('in part: when a later migration fails, nothing remains', async () => {
    expect(await restoreAndFail(async () => undefined)).toBe('no room');
    expect(await rows()).toBe(0);
    await restore(path);
    expect(await rows()).toBeGreaterThan(30);
  });

  if (ENGINE === 'mysql') {
    it('in part: when a later migration loses the connection, nothing remains', async () => {
      expect(await restoreAndFail((runner) => kill(runner, 'CONNECTION_ID()'))).not.toContain('Drop it');
      expect(await rows()).toBe(0);
      await restore(path);
      expect(await rows()).toBeGreaterThan(30);
    });

    it('and nothing is removed if a server has started meanwhile', async () => {
      const lock = serverLock(dataSource);
      const message = await restoreAndFail(async (runner) => {
        const name = new URL(target.environment.DATABASE_URL!).pathname.slice(1);
        await kill(runner, `IS_USED_LOCK('latchkey-${hash('md5', name)}')`);
        await eventually(async () => (await lock.take()) === 'taken' || undefined);
      });
      await lock.release();
      expect(message).toBe(
        'no room. The database may contain a part of the backup. Drop it and create it again before you repeat the restore.',
      );
      expect(await rows()).toBeGreaterThan(30);
    });
  }
});
