import type { DataSource, DataSourceOptions } from 'typeorm';
import { createDataSource, dataSourceOptions } from '@app/database';
import { loadConfig } from '@app/platform';

/** Connects to a test database while `work` runs. */
export async function withTestDataSource<T>(
  environment: Record<string, string>,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await openTestDataSource(environment);
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** Connects to a test database as the product does. Options of the test take precedence. */
export function openTestDataSource(
  environment: Record<string, string>,
  options: Partial<DataSourceOptions> = {},
): Promise<DataSource> {
  const own = dataSourceOptions(loadConfig(environment).database);
  return createDataSource({ ...own, ...options } as DataSourceOptions).initialize();
}
