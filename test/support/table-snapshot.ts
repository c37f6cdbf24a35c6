import type { DataSource } from 'typeorm';
import { ActivityCount, FunctionCallRecord, Refusal, SessionSample } from '@app/database';

/** Tables that the server writes in the background within seconds, even for requests that change nothing. */
const ACTIVITY = new Set<unknown>([ActivityCount, FunctionCallRecord, Refusal, SessionSample]);

/** Returns every row of every table of the product except usage tables, to compare before and after. */
export async function snapshotTables(dataSource: DataSource): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const { target, tableName, primaryColumns } of dataSource.entityMetadatas) {
    if (ACTIVITY.has(target)) continue;
    const order = { [primaryColumns[0]!.propertyName]: 'ASC' };
    tables[tableName] = await dataSource.getRepository(target).find({ order });
  }
  return tables;
}
