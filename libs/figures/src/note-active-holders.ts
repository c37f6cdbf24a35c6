import type { DataSource, EntityManager } from 'typeorm';
import { inBatches, indexHint, inTransaction, isSqlite, ServerState } from '@app/database';
import { chunksOf, MINUTE_MS } from '@app/platform';
import { activeDays } from './rules/active-days.js';
import type { Day } from './rules/days.js';

const SESSIONS = 1000;
const ROWS_PER_STATEMENT = 200;
/**
 * Overlap between two scans in milliseconds, so that sessions whose changes or heartbeats were saved late are still
 * found.
 */
const OVERLAP_MS = 10 * MINUTE_MS;

interface SessionRow {
  id: number | string;
  at: number | string;
  last_seen_at: number | string;
  created_at: number | string;
  holder_kind: string;
  holder_id: number;
}

/**
 * Records the days on which cards and users had a session. Heartbeats and logins write nothing for this purpose: the
 * stored times of sessions show when each session was alive. A periodic scan of the sessions that were alive since the
 * last scan is sufficient. Recording a day twice has no effect.
 * @param days the days to record, in order
 * @param now epoch milliseconds
 */
export async function noteActiveHolders(
  dataSource: DataSource,
  applicationId: number,
  days: readonly Day[],
  now: number,
): Promise<void> {
  const last = await readMark(dataSource.manager, applicationId);
  const since = Math.max(days[0]!.startsAt, last === undefined ? 0 : last - OVERLAP_MS);
  // Open sessions first: a session that ends in the meantime is then found among the ended sessions.
  for (const walk of [OPEN, ENDED]) await walkSessions(dataSource, applicationId, walk, since, days);
  await dataSource.manager.upsert(ServerState, { name: markOf(applicationId), value: String(now) }, ['name']);
}

/** Returns the time of the last scan, in epoch milliseconds. */
export async function readMark(manager: EntityManager, applicationId: number): Promise<number | undefined> {
  const mark = await manager.findOneBy(ServerState, { name: markOf(applicationId) });
  return mark ? Number(mark.value) : undefined;
}

function markOf(applicationId: number): string {
  return `figures_activity:${applicationId}`;
}

/**
 * The two scans, of open and of ended sessions. Both follow `ix_sessions_last_seen`, which begins with the columns of
 * the application and of the session's end.
 */
const OPEN = { time: 'last_seen_at', state: 'ended_at IS NULL', order: 'last_seen_at, id' };
const ENDED = { time: 'ended_at', state: 'ended_at IS NOT NULL', order: 'ended_at, last_seen_at, id' };

async function walkSessions(
  dataSource: DataSource,
  applicationId: number,
  { time, state, order }: typeof OPEN,
  since: number,
  days: readonly Day[],
): Promise<void> {
  const hint = indexHint(dataSource, 'ix_sessions_last_seen');
  let after = { at: since, seen: -1, id: 0 };
  await inBatches(async () => {
    const rows = await dataSource.query<SessionRow[]>(
      `SELECT id, ${time} AS at, last_seen_at, created_at, holder_kind, holder_id FROM sessions ${hint}
       WHERE application_id = ? AND ${state} AND ${time} >= ?
         AND (${time} > ? OR last_seen_at > ? OR (last_seen_at = ? AND id > ?))
       ORDER BY ${order} LIMIT ${SESSIONS}`,
      [applicationId, after.at, after.at, after.seen, after.seen, after.id],
    );
    await note(dataSource, applicationId, rows, days);
    const last = rows.at(-1);
    if (last) after = { at: Number(last.at), seen: Number(last.last_seen_at), id: Number(last.id) };
    return rows.length < SESSIONS ? 'done' : 'more';
  });
}

async function note(
  dataSource: DataSource,
  applicationId: number,
  sessions: readonly SessionRow[],
  days: readonly Day[],
): Promise<void> {
  const notes = new Map<string, (string | number)[]>();
  for (const { holder_kind, holder_id, created_at, last_seen_at } of sessions) {
    if (holder_kind === 'trial') continue;
    const alive = { createdAt: Number(created_at), lastSeenAt: Number(last_seen_at) };
    for (const { month, days: bits } of activeDays(alive, days)) {
      const key = `${month} ${holder_kind} ${String(holder_id).padStart(10, '0')}`;
      const before = (notes.get(key)?.[4] ?? 0) as number;
      notes.set(key, [applicationId, month, holder_kind, holder_id, before | bits]);
    }
  }
  // Rows are always written in the same order, so that two processes do not deadlock.
  const inOrder = [...notes.keys()].toSorted().map((key) => notes.get(key)!);
  const onConflict = isSqlite(dataSource)
    ? 'ON CONFLICT (application_id, month, holder_kind, holder_id) DO UPDATE SET days = days | excluded.days'
    : 'ON DUPLICATE KEY UPDATE days = days | VALUES(days)';
  for (const rows of chunksOf(inOrder, ROWS_PER_STATEMENT))
    await inTransaction(dataSource, (manager) =>
      manager.query(
        `INSERT INTO active_holders (application_id, month, holder_kind, holder_id, days)
         VALUES ${rows.map(() => '(?, ?, ?, ?, ?)').join(', ')} ${onConflict}`,
        rows.flat(),
      ),
    );
}
