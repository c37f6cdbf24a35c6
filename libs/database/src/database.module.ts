import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfig } from '@app/platform';
import { dataSourceOptions, openDataSource } from './data-source.js';
import { migrate } from './migrate.js';
import { limitStatements } from './mysql/bounded-mysql.js';

/** The data source, connected and migrated. */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [AppConfig],
      useFactory: (config: AppConfig) => ({
        ...dataSourceOptions(config.database),
        // Whoever started the server is told at once what is wrong, and can start it again.
        toRetry: () => false,
      }),
      dataSourceFactory: async (options) => {
        const dataSource = await openDataSource(options!);
        await migrate(dataSource);
        limitStatements(dataSource);
        return dataSource;
      },
    }),
  ],
})
export class DatabaseModule {}
