import { Global, Logger, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { AppConfig, loadEncryptionKey, SecretBox, StartupWait } from '@app/platform';
import { dataSourceOptions, openDataSource } from './data-source.js';
import { isDatabaseUnavailable } from './database-errors.js';
import { setDatabaseWait } from './database-wait.js';
import { migrate } from './migrate.js';
import { limitStatements } from './mysql/bounded-mysql.js';
import { openingFault } from './opening-fault.js';
import { requireKeyOf } from './require-key.js';
import { closeToOthers } from './sqlite/close-to-others.js';

/** The options of a data source with what opening it needs beside them. */
type OpeningOptions = DataSourceOptions & { readonly config: AppConfig; readonly wait: StartupWait };

/** The data source, connected and migrated, and the box for the secrets in it. The server waits for its database. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [AppConfig, StartupWait],
      useFactory: (config: AppConfig, wait: StartupWait) => ({
        ...dataSourceOptions(config.database),
        // It waits by itself, and tells at once of what does not pass.
        toRetry: () => false,
        config,
        wait,
      }),
      dataSourceFactory: (opening) => {
        const { config, wait, ...options } = opening as OpeningOptions;
        if (options.type === 'better-sqlite3') warn(closeToOthers(options.database, config));
        setDatabaseWait(config.database.waitSeconds);
        return wait.for('the database', () => openMigrated(options, config));
      },
    }),
  ],
  providers: [
    {
      provide: SecretBox,
      // Where there is none a key is made, and not before it is known that the database needs no other.
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
    await requireKeyOf(dataSource, config);
    await migrate(dataSource);
  } catch (error) {
    await dataSource.destroy();
    // It went between two steps.
    throw isDatabaseUnavailable(error) ? openingFault(error, 'ssl' in options) : error;
  }
  limitStatements(dataSource);
  return dataSource;
}

function warn(words: string[]): void {
  const logger = new Logger(DatabaseModule.name);
  for (const each of words) logger.warn(each);
}
