import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { createConnection } from 'mysql2/promise';

export type Engine = 'sqlite' | 'mysql';

/** The engine of this run of the suite. */
export const ENGINE = (globalThis as unknown as { LATCHKEY_TEST_ENGINE: Engine }).LATCHKEY_TEST_ENGINE;

/** A separate empty database, given as environment variables for a server. */
export interface TestDatabase {
  environment: { DATA_DIR: string; SQLITE_SYNCHRONOUS?: string; DATABASE_URL?: string };
  drop(): Promise<void>;
}

/**
 * @param engine if it differs from the run's engine
 * @param server MySQL or MariaDB server, if it differs from the run's server
 */
export async function createTestDatabase(
  engine = ENGINE,
  server = process.env.TEST_DATABASE_URL,
): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (engine === 'sqlite') {
    // Sets the same mode as the server and the command line tool do: both warn of a world-readable database.
    process.umask(0o077);
    // Does not wait for the disk: no test simulates a power failure, and tests write thousands of changes.
    return {
      environment: { DATA_DIR: folder, SQLITE_SYNCHRONOUS: 'normal' },
      drop: async () => removeFolder(),
    };
  }

  if (!server) throw new Error('TEST_DATABASE_URL is not set; run the tests with npm test');
  const name = `latchkey_test_${randomUUID().replaceAll('-', '')}`;
  await execute(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: url.href },
    drop: async () => {
      await execute(server, `DROP DATABASE ${name}`);
      removeFolder();
    },
  };
}

/** Creates a separate migrated database without records, as a copy of one that the run has migrated. */
export async function createMigratedDatabase(engine = ENGINE): Promise<TestDatabase> {
  const folder = process.env.TEST_TEMPLATES;
  if (!folder) throw new Error('TEST_TEMPLATES is not set; run the tests with npm test');
  const database = await createTestDatabase(engine);
  const { DATA_DIR, DATABASE_URL } = database.environment;
  if (DATABASE_URL === undefined)
    copyFileSync(join(folder, 'latchkey.sqlite'), join(DATA_DIR, 'latchkey.sqlite'));
  else await execute(DATABASE_URL, readFileSync(join(folder, 'mysql.sql'), 'utf8'));
  return database;
}

async function execute(url: string, sql: string): Promise<void> {
  const connection = await createConnection({ uri: url, multipleStatements: true });
  await connection.query(sql);
  await connection.end();
}
