import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ScheduledJob, ScheduledJobs } from '@app/cluster';
import { existingIds, inTransaction, isSqlite, placeholders, Session } from '@app/database';
import { chunksOf } from '@app/platform';
import { lockAvailableSessions } from './lock-available-sessions.js';
import { SessionCache } from './session-cache.js';

const NAME = 'heartbeats';
const SAVE_MS = 1000;
const ROWS_PER_STATEMENT = 500;
/**
 * After a long outage of the database, each live session may have an unsaved heartbeat. A single transaction would lock
 * all these sessions for seconds, and exceed the size that a database cluster accepts.
 */
const ROWS_PER_TRANSACTION = 5000;

/** Saves heartbeat times to the database in batches. */
@Injectable()
export class HeartbeatSaver implements OnApplicationShutdown {
  /** SQL function for the greater of two values, since another process may have saved a later heartbeat. */
  private readonly greater: string;
  private isLast = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionCache,
    private readonly jobs: ScheduledJobs,
  ) {
    this.greater = isSqlite(dataSource) ? 'MAX' : 'GREATEST';
  }

  async onApplicationShutdown(): Promise<void> {
    await this.jobs.run(NAME);
    // Waits for locked sessions too, since this is the last save.
    this.isLast = true;
    await this.jobs.run(NAME);
  }

  /**
   * Saves every heartbeat recorded before the call. Heartbeats of sessions that another transaction has locked are
   * saved next time.
   */
  @ScheduledJob({
    name: NAME,
    everyMs: SAVE_MS,
    failure: 'Heartbeats could not be saved; retrying in a second',
  })
  async save(): Promise<void> {
    await this.sessions.saveHeartbeats(async (lastSeenAt) => {
      const locked: number[] = [];
      for (const some of chunksOf([...lastSeenAt], ROWS_PER_TRANSACTION))
        locked.push(
          ...(await inTransaction(this.dataSource, (manager) => this.write(manager, new Map(some)))),
        );
      return locked;
    });
  }

  /**
   * Advances the last-seen times of sessions, given by session id. A time never goes back.
   * @returns ids of sessions that another transaction has locked; they are left unchanged
   */
  async write(manager: EntityManager, lastSeenAt: ReadonlyMap<number, number>): Promise<number[]> {
    // Sessions are always locked in the same order, so that two processes do not deadlock.
    const ids = [...lastSeenAt.keys()].toSorted((a, b) => a - b);
    const locked: number[] = [];
    for (const chunk of chunksOf(ids, ROWS_PER_STATEMENT)) {
      const free = this.isLast ? chunk : await lockAvailableSessions(manager, chunk);
      // Sessions that could not be locked may have been deleted.
      if (free.length < chunk.length)
        locked.push(...(await existingIds(manager, Session, without(chunk, free))));
      if (free.length > 0) await this.update(manager, free, lastSeenAt);
    }
    return locked;
  }

  private async update(
    manager: EntityManager,
    ids: readonly number[],
    lastSeenAt: ReadonlyMap<number, number>,
  ): Promise<void> {
    const cases = ids.map(() => 'WHEN ? THEN ?').join(' ');
    await manager.query(
      `UPDATE sessions SET last_seen_at = ${this.greater}(last_seen_at, CASE id ${cases} END) WHERE id IN (${placeholders(ids)})`,
      [...ids.flatMap((id) => [id, lastSeenAt.get(id)!]), ...ids],
    );
  }
}

function without(ids: readonly number[], others: readonly number[]): number[] {
  const gone = new Set(others);
  return ids.filter((id) => !gone.has(id));
}
