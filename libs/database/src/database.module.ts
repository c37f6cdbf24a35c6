import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { AppConfig, StartupWait } from '@app/platform';
import { dataSourceOptions, openDataSource } from './data-source.js';
import { isDatabaseUnavailable } from './database-errors.js';
import { migrate } from './migrate.js';
import { limitStatements } from './mysql/bounded-mysql.js';
import { openingFault } from './opening-fault.js';

/** The options of a data source, and the wait for its database. */
type WaitingOptions = DataSourceOptions & { wait: StartupWait };

/** The data source, connected and migrated; its database is waited for. */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [AppConfig, StartupWait],
      useFactory: (config: AppConfig, wait: StartupWait) => ({
        ...dataSourceOptions(config.database),
        // It waits by itself, and tells at once of what does not pass.
        toRetry: () => false,
        wait,
      }),
      dataSourceFactory: async (waiting) => {
        const { wait, ...options } = waiting as WaitingOptions;
        return wait.for('the database', () => openMigrated(options));
      },
    }),
  ],
})
export class DatabaseModule {}

async function openMigrated(options: DataSourceOptions): Promise<DataSource> {
  const dataSource = await openDataSource(options);
  try {
    await migrate(dataSource);
  } catch (error) {
    await dataSource.destroy();
    // It went between two steps.
    throw isDatabaseUnavailable(error) ? openingFault(error, 'ssl' in options) : error;
  }
  limitStatements(dataSource);
  return dataSource;
}
