import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfig } from '@app/platform';
import { createDataSource, dataSourceOptions } from './data-source.js';
import { migrate } from './migrate.js';

/** The data source, connected and migrated. */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [AppConfig],
      useFactory: (config: AppConfig) => dataSourceOptions(config.database),
      dataSourceFactory: async (options) => {
        const dataSource = await createDataSource(options!).initialize();
        await migrate(dataSource);
        return dataSource;
      },
    }),
  ],
})
export class DatabaseModule {}
