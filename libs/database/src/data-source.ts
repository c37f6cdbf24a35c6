import { DataSource, type DataSourceOptions, DefaultNamingStrategy } from 'typeorm';
import { dirname, join } from 'node:path';
import {
  ConfigurationError,
  type DatabaseConfig,
  parseDatabaseUrl,
  StartupError,
  errorCode,
  makeFolder,
} from '@app/platform';
import { ENTITIES } from './entities/index.js';
import { MIGRATIONS } from './migrations/index.js';
import { withTimeouts } from './typeorm/bounded-mysql.js';
import { isOtherServer } from './mysql/is-other-server.js';
import { openingFault } from './opening-fault.js';
import { adaptSqliteDriver } from './typeorm/adapt-sqlite-driver.js';
import { isolateSqlite } from './typeorm/isolated-sqlite.js';

const SQLITE_BUSY_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** Maps `heartbeatTimeoutSec` to the column `heartbeat_timeout_sec`. */
class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

/** Returns the options for SQLite in the data folder, or for the configured MySQL or MariaDB. */
export function dataSourceOptions(config: DatabaseConfig): DataSourceOptions {
  const shared = { entities: ENTITIES, migrations: MIGRATIONS, namingStrategy: new SnakeCaseNaming() };
  if (config.url === undefined) {
    return {
      ...shared,
      type: 'better-sqlite3',
      database: join(config.dataDir, 'latchkey.sqlite'),
      enableWAL: true,
      timeout: SQLITE_BUSY_TIMEOUT_MS,
      prepareDatabase: (database: { pragma(text: string): void }) =>
        database.pragma(`synchronous = ${config.sqliteSynchronous}`),
    };
  }
  const { url, tls } = parseDatabaseUrl(config.url);
  return {
    ...shared,
    type: url.startsWith('mariadb:') ? 'mariadb' : 'mysql',
    url,
    ...(tls && { ssl: tls }),
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    poolSize: config.poolSize,
    connectTimeout: CONNECT_TIMEOUT_MS,
    supportBigNumbers: true,
    bigNumberStrings: false,
    // With `trace`, the driver would capture a stack trace at each query.
    extra: { trace: false },
  };
}

/** Creates a data source that concurrent callers can share on either engine. The caller must initialise it. */
export function createDataSource(options: DataSourceOptions): DataSource {
  const dataSource = new DataSource(options);
  if (options.type === 'better-sqlite3') {
    makeFolder(dirname(options.database));
    adaptSqliteDriver(dataSource);
    isolateSqlite(dataSource);
  } else {
    withTimeouts(dataSource);
  }
  return dataSource;
}

/**
 * Creates a data source and connects it.
 * @throws StartupError if the database cannot be reached; a `NotReadyError` if it may become available later
 */
export async function openDataSource(options: DataSourceOptions): Promise<DataSource> {
  let dataSource: DataSource | undefined;
  try {
    dataSource = createDataSource(options);
    return await dataSource.initialize();
  } catch (error) {
    // Closes the connections that were already opened.
    await dataSource?.driver.disconnect().catch(() => undefined);
    if (error instanceof StartupError) throw error;
    if (errorCode(error) === 'ETIMEDOUT') await refuseOtherServer(options);
    throw openingFault(error, 'ssl' in options);
  }
}

/**
 * Refuses a server that is not MySQL. Otherwise the driver would wait in vain for MySQL's greeting and report a
 * timeout, and the start would be retried forever.
 * @throws ConfigurationError
 */
async function refuseOtherServer(options: DataSourceOptions): Promise<void> {
  if (!('url' in options) || options.url === undefined) return;
  const { host, port } = parseDatabaseUrl(options.url);
  if (await isOtherServer(host, port))
    throw new ConfigurationError(
      `The database cannot be opened: the server at ${host}:${port} is not MySQL or MariaDB (check DATABASE_URL)`,
    );
}
