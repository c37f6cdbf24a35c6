import type { DataSource } from 'typeorm';
import { isSqlite, schemaAt, type Snapshot, type TableShape, withSnapshot } from '@app/database';
import { productVersion, SecretBox, StartupError } from '@app/platform';
import { areKnownMigrations, type BackupHeader, type BackupTable, FORMAT, FORMAT_VERSION } from './header.js';
import { keyFingerprint } from './derived-keys.js';
import { isLeftOut } from './restore-transforms.js';
import { writeBackup } from './write-backup.js';

/**
 * Writes the current contents of the database to a file. Servers can keep using the database.
 * @param key the encryption key of the servers
 * @param now epoch milliseconds
 * @throws StartupError if there is nothing to back up, the key is wrong or the file cannot be written
 */
export async function takeBackup(
  dataSource: DataSource,
  path: string,
  key: Buffer,
  now: number,
): Promise<BackupHeader> {
  await requireMigrated(dataSource);
  return withSnapshot(dataSource, async (snapshot) => {
    const migrations = await migrationsOf(snapshot);
    const shapes = (await schemaAt(migrations.length)).filter(({ name }) => !isLeftOut(name));
    await requireKey(snapshot, key);
    const tables: BackupTable[] = [];
    for (const shape of shapes) tables.push(await describe(dataSource, snapshot, shape));
    const header: BackupHeader = {
      format: FORMAT,
      version: FORMAT_VERSION,
      product: productVersion(),
      taken_at: Temporal.Instant.fromEpochMilliseconds(now).toString(),
      engine: isSqlite(dataSource) ? 'sqlite' : 'mysql',
      key: keyFingerprint(key),
      migrations,
      tables,
    };
    await writeBackup(path, header, key, (index) => snapshot.rows(allRows(shapes[index]!)));
    return header;
  });
}

async function requireMigrated(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  const isMigrated = await runner.hasTable('migrations');
  await runner.release();
  if (!isMigrated) throw new StartupError('There is nothing to back up: the database is empty');
}

async function migrationsOf(snapshot: Snapshot): Promise<string[]> {
  const names: string[] = [];
  for await (const [name] of snapshot.rows('SELECT name FROM migrations ORDER BY id')) {
    names.push(String(name));
  }
  if (areKnownMigrations(names)) return names;
  throw new StartupError(
    'The database was created by a newer version of Latchkey. Take the backup with that version.',
  );
}

/** Requires that `key` decrypts the applications' secrets, since a backup with a different key would be useless. */
async function requireKey(snapshot: Snapshot, key: Buffer): Promise<void> {
  const secrets = new SecretBox(key);
  for await (const [name, sealed] of snapshot.rows('SELECT name, app_secret_sealed FROM applications')) {
    secrets.open(String(sealed), `The secret of the application ${name}`);
  }
}

async function describe(
  dataSource: DataSource,
  snapshot: Snapshot,
  { name, columns, hasMadeIds }: TableShape,
): Promise<BackupTable> {
  const rows = Number(await valueOf(snapshot, `SELECT COUNT(*) FROM \`${name}\``));
  const table = { name, columns, rows };
  return hasMadeIds ? { ...table, next_id: await nextId(dataSource, snapshot, name) } : table;
}

async function nextId(dataSource: DataSource, snapshot: Snapshot, table: string): Promise<number> {
  if (isSqlite(dataSource)) {
    return Number(await valueOf(snapshot, `SELECT seq FROM sqlite_sequence WHERE name = '${table}'`)) + 1;
  }
  // The next id is not read from information_schema, since MySQL may answer from a cache that is a day old.
  const statement = await valueOf(snapshot, `SHOW CREATE TABLE \`${table}\``, 1);
  return Number(/ AUTO_INCREMENT=(\d+)/.exec(String(statement))?.[1] ?? 1);
}

/** Returns a value of the first row, or null when there is none. */
async function valueOf(snapshot: Snapshot, sql: string, column = 0) {
  for await (const row of snapshot.rows(sql)) return row[column]!;
  return null;
}

/** Returns the query of all rows in primary key order, the order in which both engines store them. */
function allRows({ name, columns, key }: TableShape): string {
  return `SELECT ${quoted(columns)} FROM \`${name}\` ORDER BY ${quoted(key)}`;
}

function quoted(columns: readonly string[]): string {
  return columns.map((column) => `\`${column}\``).join(', ');
}
