import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Between, DataSource, type EntityManager } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { ActivityCount, Application, inTransaction, rowLock, ServerState } from '@app/database';
import { Outbox } from '@app/events';
import { Clock, HOUR_MS, MINUTE_MS } from '@app/platform';
import { isBurst } from './is-burst.js';

const HOURS_BEFORE = 24;
const CODES_NAMED = 5;

/** Writes an event if an application refuses many more requests than usual, at most once an hour. */
@Injectable()
export class RefusalBurstJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  @ScheduledJob({
    name: 'refusal-bursts',
    everyMs: MINUTE_MS,
    leaderOnly: true,
    failure: 'Bursts of refusals could not be detected',
  })
  async run(): Promise<void> {
    if (!this.outbox.isAnyWanted(['refusals.burst'])) return;
    const applications = await this.dataSource.manager.find(Application, { select: { id: true } });
    for (const { id } of applications) {
      if (this.outbox.isWanted(id, 'refusals.burst'))
        await inTransaction(this.dataSource, (manager) => this.check(manager, id));
    }
  }

  private async check(manager: EntityManager, applicationId: number): Promise<void> {
    const now = this.clock.now();
    const hour = Math.floor(now / HOUR_MS);
    const counts = await manager.findBy(ActivityCount, {
      applicationId,
      hour: Between(hour - HOURS_BEFORE, hour),
      event: 'refusal',
    });
    const current = counts.filter((count) => count.hour === hour);
    const refusals = sum(current);
    const usual = Math.round((sum(counts) - refusals) / HOURS_BEFORE);
    if (!isBurst(refusals, usual) || !(await claimHour(manager, applicationId, hour))) return;
    const codes = current
      .toSorted((a, b) => b.count - a.count)
      .slice(0, CODES_NAMED)
      .map(({ code, count }) => ({ code, count }));
    await this.outbox.write(manager, now, {
      type: 'refusals.burst',
      applicationId,
      data: { refusals, usual, codes },
    });
  }
}

/** Returns false if the application's burst of this hour was already reported. */
async function claimHour(manager: EntityManager, applicationId: number, hour: number): Promise<boolean> {
  const name = `events_burst:${applicationId}`;
  const known = await manager.findOne(ServerState, { where: { name }, ...rowLock(manager) });
  // A later hour was stored by a clock that was ahead.
  if (known && Number(known.value) === hour) return false;
  await manager.upsert(ServerState, { name, value: String(hour) }, ['name']);
  return true;
}

function sum(counts: readonly ActivityCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
