import { expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, MIGRATIONS } from '@app/database';
import { openTestDataSource } from './open-data-source.js';
import { SignedClient } from './signed-client.js';
import type { TestDatabase } from './test-database.js';
import type { TestServer } from './test-server.js';

/** The key that sealed the rows, in the environment of a server that reads them. */
export const KEY_THEN = {
  ENCRYPTION_KEY: Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64'),
};

/** Facts about the rows: who can sign in, and which sessions are open. */
export const THEN = {
  boss: { email: 'boss@example.com', password: 'correct horse battery' },
  alice: { username: 'alice', password: 'password-of-user' },
  cardToken: 'TokenOfTheOpenCard00',
  endedToken: 'TokenOfTheEndedOne00',
  userToken: 'TokenOfTheOpenUser00',
  apiToken: 'api-token',
  unbindPassword: 'secret1',
};

/** Returns a client of the first application in the fixtures. */
export function clientThen(server: TestServer): SignedClient {
  const credentials = { app_key: 'aaaaaaaaaaaaaaaaaaa1', app_secret: 'uiS9M0G8JolpUvlf5NxZ7pwMVinKs73x' };
  return new SignedClient(server.url, credentials, server.clock);
}

/**
 * Runs the first `count` migrations on an empty database and fills every table. The rows come from an SQL file for each
 * migration, written when the migration was added.
 */
export async function fillAsThen({ environment }: TestDatabase, count: number): Promise<void> {
  const migrations = MIGRATIONS.slice(0, count);
  const dataSource = await openTestDataSource(environment, { migrations });
  await migrate(dataSource);
  const runner = dataSource.createQueryRunner();
  const withoutEffect: string[] = [];
  for (const { name } of migrations) {
    const text = readFileSync(join(import.meta.dirname, 'migration-fixtures', `${name}.sql`), 'utf8');
    for (const statement of text.split(/;\n/).filter((each) => each.trim() !== '')) {
      const { affected } = await runner.query(statement, undefined, true);
      if (affected === 0) withoutEffect.push(`${name}.sql: ${statement}`);
    }
  }
  await runner.release();
  await dataSource.destroy();
  expect(withoutEffect).toEqual([]);
}

/** Returns the given columns of all rows of the tables, in the same order on both engines. */
export async function rowsOf(
  { environment }: TestDatabase,
  tables: readonly { name: string; columns: readonly string[]; key: readonly string[] }[],
): Promise<Record<string, Record<string, string | number | null>[]>> {
  const rows: Record<string, Record<string, string | number | null>[]> = {};
  const dataSource = await openTestDataSource(environment);
  for (const { name, columns, key } of tables) {
    const quoted = (some: readonly string[]) => some.map((column) => `\`${column}\``).join(', ');
    rows[name] = await dataSource.query(`SELECT ${quoted(columns)} FROM \`${name}\` ORDER BY ${quoted(key)}`);
  }
  await dataSource.destroy();
  return rows;
}
