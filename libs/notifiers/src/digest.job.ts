import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { inTransaction, Notifier, NotifierMessage, rowLock } from '@app/database';
import { newMessage } from '@app/events';
import { Clock } from '@app/platform';
import { digestDay } from './digest-day.js';

const EVERY_MS = 30_000;

/**
 * Queues the daily digests, at most one for each notifier and day. If the server was down at the digest hour, the
 * digest is queued later. After an outage of several days, only the latest digest is queued.
 */
@Injectable()
export class DigestJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  @ScheduledJob({
    name: 'notifier-digests',
    everyMs: EVERY_MS,
    leaderOnly: true,
    failure: 'Daily digests could not be queued',
  })
  async run(): Promise<void> {
    const daily = await this.dataSource.manager.findBy(Notifier, { enabled: true, mode: 'daily' });
    for (const notifier of daily) {
      const day = digestDay(notifier, this.clock.now());
      if (day !== undefined) await this.queue(notifier.id, day);
    }
  }

  /**
   * Queues a digest. Locks the notifier's row: for a moment two processes may be the leader, and would queue the digest
   * twice.
   */
  private async queue(notifierId: number, day: string): Promise<void> {
    const isQueued = (manager = this.dataSource.manager) =>
      manager.existsBy(NotifierMessage, { notifierId, digestDay: day });
    if (await isQueued()) return;
    await inTransaction(this.dataSource, async (manager) => {
      const where = { id: notifierId };
      const notifier = await manager.findOne(Notifier, { select: { id: true }, where, ...rowLock(manager) });
      if (!notifier || (await isQueued(manager))) return;
      await manager.insert(NotifierMessage, newMessage(notifierId, { digestDay: day }, this.clock.now()));
    });
  }
}
