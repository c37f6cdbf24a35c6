import { Global, Logger, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { AppConfig, loadEncryptionKey, SecretBox, StartupWait } from '@app/platform';
import { dataSourceOptions, openDataSource } from './data-source.js';
import { isDatabaseUnavailable } from './database-errors.js';
import { setDatabaseWait } from './database-wait.js';
import { migrate } from './migrate.js';
import { limitStatements } from './typeorm/bounded-mysql.js';
import { openingFault } from './opening-fault.js';
import { requireKeyForSecrets } from './require-key-for-secrets.js';
import { restrictFileMode } from './sqlite/restrict-file-mode.js';

/** Options of a data source, with the services needed to open it. */
type OpeningOptions = DataSourceOptions & { readonly config: AppConfig; readonly wait: StartupWait };

/** Provides the data source, connected and migrated, and the secret box. The server waits for its database at start. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [AppConfig, StartupWait],
      useFactory: (config: AppConfig, wait: StartupWait) => ({
        ...dataSourceOptions(config.database),
        // `StartupWait` retries instead, and reports permanent faults immediately.
        toRetry: () => false,
        config,
        wait,
      }),
      dataSourceFactory: (opening) => {
        const { config, wait, ...options } = opening as OpeningOptions;
        if (options.type === 'better-sqlite3') warn(restrictFileMode(options.database, config));
        setDatabaseWait(config.database.waitSeconds);
        return wait.for('the database', () => openMigrated(options, config));
      },
    }),
  ],
  providers: [
    {
      provide: SecretBox,
      // Injects the data source, so that `requireKeyForSecrets` has run before a missing key is created.
      inject: [AppConfig, getDataSourceToken()],
      useFactory: ({ security, database }: AppConfig) =>
        new SecretBox(loadEncryptionKey(security, database.dataDir)),
    },
  ],
  exports: [SecretBox],
})
export class DatabaseModule {}

async function openMigrated(options: DataSourceOptions, config: AppConfig): Promise<DataSource> {
  const dataSource = await openDataSource(options);
  try {
    await requireKeyForSecrets(dataSource, config);
    const hasRedis = config.database.redisUrl !== undefined;
    await migrate(dataSource, hasRedis ? 'server with Redis' : 'server without Redis');
    limitStatements(dataSource);
    // After `limitStatements`, the data source refuses connections to a replica. This query therefore fails if the
    // database server is a replica.
    await dataSource.query('SELECT 1');
  } catch (error) {
    await dataSource.destroy();
    // If the database became unavailable after it was opened, this error makes `StartupWait` try again.
    throw isDatabaseUnavailable(error) ? openingFault(error, 'ssl' in options) : error;
  }
  return dataSource;
}

function warn(words: string[]): void {
  const logger = new Logger(DatabaseModule.name);
  for (const each of words) logger.warn(each);
}
