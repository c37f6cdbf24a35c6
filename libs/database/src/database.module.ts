import { Global, Logger, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { AppConfig, loadEncryptionKey, SecretBox } from '@app/platform';
import { dataSourceOptions, openDataSource } from './data-source.js';
import { migrate } from './migrate.js';
import { limitStatements } from './mysql/bounded-mysql.js';
import { requireKeyOf } from './require-key.js';
import { closeToOthers } from './sqlite/close-to-others.js';

/** The options of a data source with the configuration that they follow from. */
type ConfiguredOptions = DataSourceOptions & { readonly config: AppConfig };

/** The data source, connected and migrated, and the box for the secrets in it. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [AppConfig],
      useFactory: (config: AppConfig) => ({
        ...dataSourceOptions(config.database),
        config,
        // Whoever started the server is told at once what is wrong, and can start it again.
        toRetry: () => false,
      }),
      dataSourceFactory: (options) => open(options as ConfiguredOptions),
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

async function open({ config, ...options }: ConfiguredOptions): Promise<DataSource> {
  if (options.type === 'better-sqlite3') warn(closeToOthers(options.database, config));
  const dataSource = await openDataSource(options as DataSourceOptions);
  await requireKeyOf(dataSource, config);
  await migrate(dataSource);
  limitStatements(dataSource);
  return dataSource;
}

function warn(words: string[]): void {
  const logger = new Logger(DatabaseModule.name);
  for (const each of words) logger.warn(each);
}
