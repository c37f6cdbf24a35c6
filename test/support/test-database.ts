import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { createConnection } from 'mysql2/promise';

export type Engine = 'sqlite' | 'mysql';

/** The engine of this run of the suite. */
export const ENGINE = (globalThis as unknown as { LATCHKEY_TEST_ENGINE: Engine }).LATCHKEY_TEST_ENGINE;

/** A separate empty database, as the environment variables that point a server to it. */
export interface TestDatabase {
  environment: { DATA_DIR: string; SQLITE_SYNCHRONOUS?: string; DATABASE_URL?: string };
  drop(): Promise<void>;
}

/**
 * @param engine another one than that of the run, where a test needs both
 * @param server of MySQL or MariaDB, when it is not that of the run
 */
export async function createTestDatabase(
  engine = ENGINE,
  server = process.env.TEST_DATABASE_URL,
): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (engine === 'sqlite') {
    // Set as by the server and the command line, which warn of a database that others can read.
    process.umask(0o077);
    // No test cuts the power, and each of thousands of changes would wait for the disk.
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

async function execute(url: string, sql: string): Promise<void> {
  const connection = await createConnection(url);
  await connection.query(sql);
  await connection.end();
}
