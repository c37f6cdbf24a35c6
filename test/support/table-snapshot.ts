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
  Notifier,
  NotifierMessage,
  OrderCallback,
  OrderMail,
  Refusal,
  ServerProcessRow,
  ServerState,
  SessionSample,
  Webhook,
  WebhookDelivery,
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

/** Columns with which a process claims a receiver of events. */
const LEASE = ['leaseOwner', 'leaseUntil'];
/** Columns of the attempts to send a message. */
const ATTEMPTS = ['attempts', 'nextAt', 'lastAt', 'lastStatus', 'lastFault', 'lastAnswer', 'status'];
/** Columns that the server writes in the background. */
const BACKGROUND_COLUMNS = new Map<unknown, string[]>([
  [AdminSession, ['lastSeenAt']],
  [ApiToken, ['lastUsedAt']],
  [Channel, ['lastUsedAt', ...LEASE]],
  [Notifier, [...LEASE, 'pausedUntil', 'failures', 'recentAttempts', 'lastAt', 'lastSent', 'lastAnswer']],
  [NotifierMessage, ATTEMPTS],
  [OrderCallback, ATTEMPTS],
  [OrderMail, ATTEMPTS],
  [Webhook, [...LEASE, 'pausedUntil']],
  [WebhookDelivery, ATTEMPTS],
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
    const ignored = Object.fromEntries(
      (BACKGROUND_COLUMNS.get(target) ?? []).map((column) => [column, undefined]),
    );
    tables[tableName] = rows.map((row) => ({ ...row, ...ignored }));
  }
  return tables;
}
