import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { inTransaction, isSqlite, Session } from '@app/database';
import { ScheduledJobs } from '@app/platform';
import { lockFreeSessions } from './lock-free-sessions.js';
import { SessionCache } from './session-cache.js';

const SAVE_MS = 1000;
const ROWS_PER_STATEMENT = 500;

/** Saves heartbeat times to the database in batches. */
@Injectable()
export class HeartbeatSaver implements OnApplicationShutdown {
  private readonly logger = new Logger(HeartbeatSaver.name);
  /** SQL function for the greater of two values: another process may have saved a later heartbeat. */
  private readonly greater: string;
  private isLast = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionCache,
    private readonly jobs: ScheduledJobs,
  ) {
    this.greater = isSqlite(dataSource) ? 'MAX' : 'GREATEST';
  }

  @Interval(SAVE_MS)
  async saveRegularly(): Promise<void> {
    const work = {
      job: 'heartbeats',
      logger: this.logger,
      fault: 'Heartbeats could not be saved; retrying in a second',
    };
    await this.jobs.run(work, () => this.save());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.saveRegularly();
    // Waits for locked sessions too, since this is the last save.
    this.isLast = true;
    await this.saveRegularly();
  }

  /** Saves every heartbeat before the call, except of sessions locked by others, which are saved next time. */
  async save(): Promise<void> {
    await this.sessions.saveHeartbeats((lastSeenAt) =>
      inTransaction(this.dataSource, (manager) => this.write(manager, lastSeenAt)),
    );
  }

  /**
   * Advances the last-seen times of sessions, by session id; it never moves one back.
   * @returns ids of sessions locked by others, which are left unchanged
   */
  async write(manager: EntityManager, lastSeenAt: ReadonlyMap<number, number>): Promise<number[]> {
    // Always in the same order, so that no two processes deadlock.
    const ids = [...lastSeenAt.keys()].toSorted((a, b) => a - b);
    const locked: number[] = [];
    for (let start = 0; start < ids.length; start += ROWS_PER_STATEMENT) {
      const chunk = ids.slice(start, start + ROWS_PER_STATEMENT);
      const free = this.isLast ? chunk : await lockFreeSessions(manager, chunk);
      if (free.length < chunk.length) locked.push(...(await this.stillThere(manager, without(chunk, free))));
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
    const places = ids.map(() => '?').join(', ');
    await manager.query(
      `UPDATE sessions SET last_seen_at = ${this.greater}(last_seen_at, CASE id ${cases} END) WHERE id IN (${places})`,
      [...ids.flatMap((id) => [id, lastSeenAt.get(id)!]), ...ids],
    );
  }

  /** Returns which sessions still exist: those that could not be locked may have been deleted. */
  private async stillThere(manager: EntityManager, ids: readonly number[]): Promise<number[]> {
    const rows = await manager.find(Session, { select: { id: true }, where: { id: In(ids) } });
    return rows.map(({ id }) => id);
  }
}

function without(ids: readonly number[], others: readonly number[]): number[] {
  const gone = new Set(others);
  return ids.filter((id) => !gone.has(id));
}
