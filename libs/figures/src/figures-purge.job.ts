import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { Anomaly, Application, deleteInBatches, inBatches, Recharge } from '@app/database';
import { Clock, DAY_MS, HOUR_MS } from '@app/platform';
import { findLastDay } from './find-days.js';
import { monthOf } from './rules/active-days.js';
import { addDays, dateAt } from './rules/days.js';

/**
 * Days for which recharges are kept. This is longer than needed: only a recharge at most 14 days before or after an
 * expiry is a renewal.
 */
const RECHARGE_DAYS = 60;
/** Days for which anomalies are kept. They are not kept for ever, since they identify cards and devices. */
const ANOMALY_DAYS = 90;
const ROWS = 500;

/**
 * Deletes old anomalies. Also deletes the records from which figures were computed, once these figures are stored. The
 * figures are kept.
 */
@Injectable()
export class FiguresPurgeJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  @ScheduledJob({
    name: 'figures-purge',
    everyMs: HOUR_MS,
    leaderOnly: true,
    failure: 'Old records of the figures could not be deleted',
  })
  async run(): Promise<void> {
    const now = this.clock.now();
    await deleteInBatches(this.dataSource, Recharge, { at: LessThan(now - RECHARGE_DAYS * DAY_MS) });
    const before = addDays(dateAt(now, 'UTC'), -ANOMALY_DAYS);
    await deleteInBatches(this.dataSource, Anomaly, { day: LessThan(before) });
    const { manager } = this.dataSource;
    for (const { id } of await manager.find(Application, { select: { id: true } })) {
      const last = await findLastDay(manager, id);
      // The day before the last stored day may still be counted again, so its records are kept too.
      if (last) await this.purgeHolders(id, monthOf(addDays(last.day, -1)));
    }
  }

  /**
   * Deletes the records of active holders for months earlier than `before`. Finds them by the primary key, in which the
   * records of a month are adjacent.
   */
  private async purgeHolders(applicationId: number, before: number): Promise<void> {
    const { manager } = this.dataSource;
    const old = 'FROM active_holders WHERE application_id = ? AND month < ?';
    await inBatches(async () => {
      const [first] = await manager.query<{ month: number; kind: string }[]>(
        `SELECT month, holder_kind AS kind ${old} ORDER BY month, holder_kind LIMIT 1`,
        [applicationId, before],
      );
      if (!first) return 'done';
      const some = 'FROM active_holders WHERE application_id = ? AND month = ? AND holder_kind = ?';
      const place = [applicationId, first.month, first.kind];
      const [next] = await manager.query<{ id: number }[]>(
        `SELECT holder_id AS id ${some} ORDER BY holder_id LIMIT 1 OFFSET ${ROWS}`,
        place,
      );
      if (next) await manager.query(`DELETE ${some} AND holder_id < ?`, [...place, next.id]);
      else await manager.query(`DELETE ${some}`, place);
      return 'more';
    });
  }
}
