import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, LessThan } from 'typeorm';
import { ApplicationDirectory, type ClientApplication } from '@app/applications';
import { ScheduledJob } from '@app/cluster';
import { inBatches, inTransaction, Session } from '@app/database';
import { Clock } from '@app/platform';
import { endSessions } from './end-sessions.js';
import { HeartbeatSaver } from './heartbeat-saver.js';
import { lockAvailableSessions } from './lock-available-sessions.js';
import { SessionDeadline } from './session-deadline.js';
import { SessionCache } from './session-cache.js';

const EVERY_MS = 10_000;
const BATCH = 500;

/** Records the end of sessions whose heartbeats stopped. A late heartbeat is refused even before the job has run. */
@Injectable()
export class SessionExpiryJob {
  private readonly logger = new Logger(SessionExpiryJob.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly applications: ApplicationDirectory,
    private readonly sessions: SessionCache,
    private readonly heartbeats: HeartbeatSaver,
    private readonly deadline: SessionDeadline,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends every session that has timed out. Sessions that another transaction has locked are ended by a later run.
   * @returns the number of sessions ended
   */
  @ScheduledJob({
    name: 'session-expiry',
    everyMs: EVERY_MS,
    leaderOnly: true,
    failure: 'Timed-out sessions could not be ended',
  })
  async run(): Promise<number> {
    // Reads the clock before saving heartbeats. A session that has timed out by this time accepts no more heartbeats.
    // The save therefore includes all heartbeats that this process has accepted for such a session.
    const now = this.clock.now();
    await this.heartbeats.save();
    let ended = 0;
    for (const application of this.applications.all()) ended += await this.endDead(application, now);
    if (ended > 0) this.logger.debug(`${ended} sessions timed out`);
    return ended;
  }

  private async endDead(application: ClientApplication, now: number): Promise<number> {
    const deadline = this.deadline.aliveSince(now, application);
    let ended = 0;
    await inBatches(async () => {
      const silent = await this.dataSource.manager.find(Session, {
        select: { id: true, tokenHash: true, holderKind: true, holderId: true },
        where: { applicationId: application.id, endedAt: IsNull(), lastSeenAt: LessThan(deadline) },
        take: BATCH,
      });
      if (silent.length === 0) return 'done';
      const done = await this.endSilent(silent, deadline, now);
      ended += done.ended;
      return done.seenTo < BATCH ? 'done' : 'more';
    });
    return ended;
  }

  /**
   * Ends sessions without heartbeats.
   * @param silent sessions that have timed out according to the database
   * @returns the number of sessions that no other transaction had locked, and how many of these were ended
   */
  private async endSilent(
    silent: readonly Session[],
    deadline: number,
    now: number,
  ): Promise<{ seenTo: number; ended: number }> {
    return this.sessions.invalidating((invalidate) =>
      inTransaction(this.dataSource, async (manager) => {
        const ids = new Set(
          await lockAvailableSessions(
            manager,
            silent.map(({ id }) => id),
          ),
        );
        const free = silent.filter(({ id }) => ids.has(id));
        // Invalidates first, so that no other process accepts a heartbeat of a session that is being ended.
        await invalidate(free);
        const recent = await this.sessions.recentHeartbeats(free);
        const isAlive = ({ id }: Session) => (recent.get(id) ?? 0) >= deadline;
        // A session is alive here if another process has accepted a heartbeat but not saved it yet. The heartbeat is
        // saved now, so that the next query for silent sessions does not find this session.
        const kept = free.filter(isAlive).map(({ id }) => [id, recent.get(id)!] as const);
        await this.heartbeats.write(manager, new Map(kept));
        const dead = free.filter((session) => !isAlive(session));
        await endSessions(manager, dead, 'timeout', now);
        return { seenTo: free.length, ended: dead.length };
      }),
    );
  }
}
