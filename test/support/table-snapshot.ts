import type { DataSource } from 'typeorm';
import {
  ActiveHolder,
  ActivityCount,
  AdminSession,
  Anomaly,
  ApiToken,
  Channel,
  DayFigures,
  DayIncome,
  FunctionCallCount,
  FunctionCallRecord,
  Refusal,
  ServerProcessRow,
  ServerState,
  SessionSample,
} from '@app/database';

/** Tables that the server writes in the background, even for requests that change nothing. */
const IN_BACKGROUND = new Set<unknown>([
  ActiveHolder,
  ActivityCount,
  Anomaly,
  DayFigures,
  DayIncome,
  FunctionCallCount,
  FunctionCallRecord,
  Refusal,
  ServerProcessRow,
  ServerState,
  SessionSample,
]);

/** Columns that the server writes in the background. */
const LAST_USE = new Map<unknown, string>([
  [AdminSession, 'lastSeenAt'],
  [ApiToken, 'lastUsedAt'],
  [Channel, 'lastUsedAt'],
]);

/** Returns every row of every table of the product except statistics, for comparison before and after a request. */
export async function snapshotTables(dataSource: DataSource): Promise<Record<string, unknown[]>> {
  const compared = dataSource.entityMetadatas.filter(({ target }) => !IN_BACKGROUND.has(target));
  const isFilled = compared.map(({ tableName }) => `EXISTS (SELECT 1 FROM ${tableName}) AS ${tableName}`);
  // Most tables of a test are empty.
  const [filled] = await dataSource.query<[Record<string, number>]>(`SELECT ${isFilled.join(', ')}`);
  const tables: Record<string, unknown[]> = {};
  for (const { target, tableName, primaryColumns } of compared) {
    const order = { [primaryColumns[0]!.propertyName]: 'ASC' };
    const rows = Number(filled[tableName]) ? await dataSource.getRepository(target).find({ order }) : [];
    const lastUse = LAST_USE.get(target);
    tables[tableName] = lastUse === undefined ? rows : rows.map((row) => ({ ...row, [lastUse]: undefined }));
  }
  return tables;
}
