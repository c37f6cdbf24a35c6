import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ScheduledJob, ScheduledJobs } from '@app/cluster';
import { Application, existingIds, insertCopies, inTransaction, isSqlite, Refusal } from '@app/database';
import { chunksOf, OutcomeUnknownError, Semaphore } from '@app/platform';
import { type Activity, UsageLog } from './usage-log.js';

const NAME = 'activity';
const EVERY_MS = 2000;
const ROWS_PER_STATEMENT = 500;
/**
 * Highest count that the column can hold. The number of consumed uses can exceed it. The count then stays at this
 * maximum.
 */
const MAX_COUNT = 2 ** 31 - 1;

/** Saves the usage log to the database in bulk. */
@Injectable()
export class UsageWriter implements OnApplicationShutdown {
  private readonly writing = new Semaphore(1);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly log: UsageLog,
    private readonly jobs: ScheduledJobs,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.jobs.run(NAME);
  }

  /** Saves all events recorded before the call. Events that cannot be saved are kept for the next call. */
  @ScheduledJob({
    name: NAME,
    everyMs: EVERY_MS,
    failure: 'Usage could not be saved; retrying soon',
  })
  run(): Promise<void> {
    return this.writing.run(() => this.write());
  }

  private async write(): Promise<void> {
    const activity = this.log.take();
    if (activity.counts.length === 0 && activity.functionCalls.length === 0) return;
    try {
      await inTransaction(this.dataSource, (manager) => save(manager, activity));
    } catch (error) {
      // Counting some events twice would be worse than losing them.
      if (!(error instanceof OutcomeUnknownError)) this.log.putBack(activity);
      throw error;
    }
  }
}

/**
 * Saves events, except events of deleted applications. The applications of `refusals` are not looked up, since every
 * recorded refusal is also in `counts`.
 */
async function save(manager: EntityManager, { counts, refusals, functionCalls }: Activity): Promise<void> {
  const named = [...counts, ...functionCalls].map(({ applicationId }) => applicationId);
  const existing = await existingIds(manager, Application, named);
  const isKept = ({ applicationId }: { applicationId: number }) => existing.has(applicationId);
  // Rows are always written in the same order, so that two processes do not deadlock.
  const inOrder = counts.filter(isKept).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const chunk of chunksOf(inOrder, ROWS_PER_STATEMENT)) await addCounts(manager, chunk);
  for (const chunk of chunksOf(refusals.filter(isKept), ROWS_PER_STATEMENT))
    await insertCopies(manager, Refusal, chunk);
  const calls = functionCalls
    .filter(isKept)
    .toSorted((a, b) => a.functionId - b.functionId || a.hour - b.hour);
  for (const chunk of chunksOf(calls, ROWS_PER_STATEMENT)) await addCalls(manager, chunk);
}

async function addCalls(manager: EntityManager, rows: Activity['functionCalls']): Promise<void> {
  const onConflict = isSqlite(manager.dataSource)
    ? `ON CONFLICT (application_id, hour, function_id)
       DO UPDATE SET calls = calls + excluded.calls, failures = failures + excluded.failures`
    : 'ON DUPLICATE KEY UPDATE calls = calls + VALUES(calls), failures = failures + VALUES(failures)';
  await manager.query(
    `INSERT INTO function_call_counts (application_id, hour, function_id, calls, failures)
     VALUES ${rows.map(() => '(?, ?, ?, ?, ?)').join(', ')} ${onConflict}`,
    rows.flatMap(({ applicationId, hour, functionId, calls, failures }) => [
      applicationId,
      hour,
      functionId,
      calls,
      failures,
    ]),
  );
}

async function addCounts(manager: EntityManager, counts: Activity['counts']): Promise<void> {
  const onConflict = isSqlite(manager.dataSource)
    ? `ON CONFLICT (application_id, hour, event, code)
       DO UPDATE SET count = MIN(${MAX_COUNT}, count + excluded.count)`
    : `ON DUPLICATE KEY UPDATE count = LEAST(${MAX_COUNT}, count + VALUES(count))`;
  await manager.query(
    `INSERT INTO activity_counts (application_id, hour, event, code, count)
     VALUES ${counts.map(() => '(?, ?, ?, ?, ?)').join(', ')} ${onConflict}`,
    counts.flatMap(({ applicationId, hour, event, code, count }) => [
      applicationId,
      hour,
      event,
      code,
      Math.min(count, MAX_COUNT),
    ]),
  );
}

function keyOf({ applicationId, hour, event, code }: Activity['counts'][number]): string {
  return `${applicationId} ${hour} ${event} ${code}`;
}
