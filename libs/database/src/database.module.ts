import { type DynamicModule, Logger, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { type AppConfig, loadEncryptionKey, SecretBox } from '@app/platform';
import { closeToOthers } from './sqlite/close-to-others.js';
import { dataSourceOptions, openDataSource } from './data-source.js';
import { migrate } from './migrate.js';
import { limitStatements } from './mysql/bounded-mysql.js';
import { requireKeyOf } from './require-key.js';

/** The data source, connected and migrated, and the box for the secrets in it. */
@Module({})
export class DatabaseModule {
  static forRoot(config: AppConfig): DynamicModule {
    const options = dataSourceOptions(config.database);
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          // Whoever started the server is told at once what is wrong, and can start it again.
          useFactory: () => ({ ...options, toRetry: () => false }),
          dataSourceFactory: async (options) => {
            const { type, database } = options!;
            if (type === 'better-sqlite3') warn(closeToOthers(database, config));
            const dataSource = await openDataSource(options!);
            await requireKeyOf(dataSource, config);
            await migrate(dataSource);
            limitStatements(dataSource);
            return dataSource;
          },
        }),
      ],
      providers: [
        {
          provide: SecretBox,
          // Where there is none a key is made, and not before it is known that the database needs no other.
          inject: [getDataSourceToken()],
          useFactory: () => new SecretBox(loadEncryptionKey(config.security, config.database.dataDir)),
        },
      ],
      exports: [SecretBox],
    };
  }
}

function warn(words: string[]): void {
  const logger = new Logger(DatabaseModule.name);
  for (const each of words) logger.warn(each);
}
