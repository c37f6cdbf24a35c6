import type { DataSource } from 'typeorm';
import { ActivityCount, FunctionCallRecord, Refusal, SessionSample } from '@app/database';

/** What the server writes by itself within seconds, of requests that change nothing too. */
const ACTIVITY = new Set<unknown>([ActivityCount, FunctionCallRecord, Refusal, SessionSample]);

/** Every row of every table of the product but those of its activity, to compare before and after. */
export async function snapshotTables(dataSource: DataSource): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const { target, tableName, primaryColumns } of dataSource.entityMetadatas) {
    if (ACTIVITY.has(target)) continue;
    const order = { [primaryColumns[0]!.propertyName]: 'ASC' };
    tables[tableName] = await dataSource.getRepository(target).find({ order });
  }
  return tables;
}
