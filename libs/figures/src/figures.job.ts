import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, MoreThan, MoreThanOrEqual } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import {
  Anomaly,
  Application,
  DayFigures,
  DayIncome,
  inBatches,
  insertCopies,
  inTransaction,
  serializeTransactions,
} from '@app/database';
import { AppConfig, chunksOf, Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '@app/platform';
import { type CountedDay, countDay, countRenewals } from './count-day.js';
import { type DaysOf, findFirstDay, findLastDay } from './find-days.js';
import { findRefusalBurst, firstHourNeeded } from './find-refusal-burst.js';
import { type FoundAnomaly, inspectActiveHolders } from './inspect-active-holders.js';
import { noteActiveHolders, readMark } from './note-active-holders.js';
import { addDays, type Day, daysUntil, nextDay } from './rules/days.js';
import { RENEWAL_DAYS } from './rules/renewal.js';

/**
 * A day is stored this long after its end, since an order of its last moment may be committed later than orders of the
 * next day.
 */
const GRACE_MS = 5 * MINUTE_MS;
const NOTE_EVERY_MS = HOUR_MS;
const ROWS_PER_STATEMENT = 100;

const RENEWALS = ['expired', 'renewed'] as const;
/** Figures that counting a day again can raise, but not lower. */
const NEVER_LOWER = ['activations', 'refusals', 'trials', 'trialConversions', ...RENEWALS] as const;

/**
 * Stores the figures of each day that is over, in one transaction per day. The latest stored day alone marks the
 * progress: the next run continues with the following day, so a crash neither loses nor repeats a day. Each stored day
 * is counted again a day later, to include records that were committed late. Its renewals are counted again for two
 * weeks.
 */
@Injectable()
export class FiguresJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  @ScheduledJob({
    name: 'figures',
    everyMs: MINUTE_MS,
    leaderOnly: true,
    failure: 'The figures of the day could not be stored; retrying in a minute',
  })
  async run(): Promise<void> {
    const applications = await this.dataSource.manager.find(Application, {
      select: { id: true, timeZone: true, createdAt: true },
      order: { id: 'ASC' },
    });
    for (const application of applications) await this.runFor(application);
  }

  private async runFor(application: DaysOf): Promise<void> {
    const { id, timeZone } = application;
    const now = this.clock.now();
    const { manager } = this.dataSource;
    const last = await this.findLastOver(id, now);
    const first = last ? nextDay(last, timeZone) : await findFirstDay(manager, application, now);
    const open = daysUntil(first, now, timeZone);
    const over = open.filter(({ endsAt }) => endsAt + GRACE_MS <= now);
    const noted = await readMark(manager, id);
    if (over.length > 0 || noted === undefined || Math.abs(now - noted) >= NOTE_EVERY_MS) {
      const known = [...(last ? [last] : []), ...open].filter((day) => this.isInspectable(day, now));
      await noteActiveHolders(this.dataSource, id, known, now);
    }
    const days = over.values();
    let before: Day | undefined = last;
    await inBatches(async () => {
      const { value: day } = days.next();
      if (!day) return 'done';
      const isStored = await this.storeNext(id, before, day, now);
      if (isStored && before && before.endsAt > now - 2 * DAY_MS) await this.storeAgain(id, before, now);
      before = day;
      // If the day was not stored here, another process stored it and continues, or the application was deleted.
      return isStored ? 'more' : 'done';
    });
    if (over.length > 0) await this.updateRenewals(id, over.at(-1)!.day, now);
  }

  /**
   * Returns the latest stored day. If a clock was ahead, days that are not over may have been stored. This method first
   * deletes such days, so that they are counted again at their end. If the latest of them ends more than
   * `SESSION_RETENTION_DAYS` from now, the method keeps them: the clock is then probably behind, and the sessions of
   * these days would be deleted before the days are counted again.
   */
  private async findLastOver(id: number, now: number): Promise<DayFigures | undefined> {
    const last = await findLastDay(this.dataSource.manager, id);
    if (!last || last.endsAt <= now || this.knownSince(last.endsAt) > now) return last;
    return inTransaction(this.dataSource, async (manager) => {
      await serializeTransactions(manager);
      const applicationId = id;
      const [first] = await manager.find(DayFigures, {
        where: { applicationId, endsAt: MoreThan(now) },
        order: { day: 'ASC' },
        take: 1,
      });
      if (first) {
        const days = { applicationId, day: MoreThanOrEqual(first.day) };
        for (const entity of [DayIncome, Anomaly, DayFigures]) await manager.delete(entity, days);
      }
      return findLastDay(manager, id);
    });
  }

  /** @returns false if the day, or the day before it, was stored or changed by another process */
  private async storeNext(id: number, before: Day | undefined, day: Day, now: number): Promise<boolean> {
    const { figures, anomalies } = await this.count(id, day, now);
    return inTransaction(this.dataSource, async (manager) => {
      await serializeTransactions(manager);
      const last = await findLastDay(manager, id);
      if (last?.day !== before?.day || !(await manager.existsBy(Application, { id }))) return false;
      await replaceDay(manager, id, figures, anomalies);
      return true;
    });
  }

  private async storeAgain(id: number, day: Day, now: number): Promise<void> {
    const { figures, anomalies } = await this.count(id, day, now);
    await inTransaction(this.dataSource, async (manager) => {
      await serializeTransactions(manager);
      const key = { applicationId: id, day: day.day };
      const stored = await manager.findOneBy(DayFigures, key);
      if (!stored) return;
      const grown = { ...figures, ...higherOf(NEVER_LOWER, figures, stored) };
      const isInspected = this.isInspectable(day, now);
      const { activeCards, activeUsers, monthActiveCards, monthActiveUsers } = isInspected ? figures : stored;
      const active = { activeCards, activeUsers, monthActiveCards, monthActiveUsers };
      const found = await manager.find(Anomaly, {
        select: { kind: true, holderKind: true, holderId: true, deviceId: true, hourAt: true, count: true },
        where: key,
      });
      const kept = found.filter(({ kind }) =>
        kind === 'refusal_burst' ? !this.hasRefusalsOf(day, now) : !isInspected,
      );
      return replaceDay(manager, id, { ...grown, ...active }, [...anomalies, ...kept]);
    });
  }

  private async count(id: number, { day, startsAt, endsAt }: Day, now: number) {
    const period = { day, startsAt, endsAt };
    const counted = await countDay(this.dataSource, id, period, now);
    const { manager } = this.dataSource;
    const burst = this.hasRefusalsOf(period, now) ? await findRefusalBurst(manager, id, period) : [];
    if (!this.isInspectable(period, now)) return { figures: counted, anomalies: burst };
    const { counts, anomalies } = await inspectActiveHolders(this.dataSource, id, period);
    return { figures: { ...counted, ...counts }, anomalies: [...burst, ...anomalies] };
  }

  /** Counts the renewals of the latest days again, since a recharge may come after the expiry. */
  private async updateRenewals(id: number, lastDay: string, now: number): Promise<void> {
    const { manager } = this.dataSource;
    for (let back = 1; back <= RENEWAL_DAYS + 1; back++) {
      const key = { applicationId: id, day: addDays(lastDay, -back) };
      const stored = await manager.findOneBy(DayFigures, key);
      if (!stored) return;
      const counted = await countRenewals(this.dataSource, id, stored, now);
      const { expired, renewed } = higherOf(RENEWALS, counted, stored);
      if (expired !== stored.expired || renewed !== stored.renewed)
        await manager.update(DayFigures, key, { expired, renewed });
    }
  }

  /** Returns false if all sessions of the day may already have been deleted. */
  private isInspectable({ endsAt }: Pick<Day, 'endsAt'>, now: number): boolean {
    return endsAt > this.knownSince(now);
  }

  /**
   * Returns false if refusals of the day, or of the hours before it with which they are compared, may already have been
   * deleted.
   */
  private hasRefusalsOf(day: Pick<Day, 'startsAt'>, now: number): boolean {
    const { activityDays } = this.config.retention;
    // Counts are deleted by whole hours.
    return firstHourNeeded(day) >= Math.floor((now - activityDays * DAY_MS) / HOUR_MS);
  }

  private knownSince(now: number): number {
    return now - this.config.retention.endedSessionDays * DAY_MS;
  }
}

/**
 * Returns the higher of two counts for each of the figures. A later count may miss records that were deleted in the
 * meantime, or expired cards to which an administrator gave more time.
 */
function higherOf<K extends (typeof NEVER_LOWER)[number]>(
  names: readonly K[],
  counted: Record<K, number>,
  stored: Record<K, number>,
): Record<K, number> {
  const higher = names.map((name) => [name, Math.max(counted[name], stored[name])]);
  return Object.fromEntries(higher) as Record<K, number>;
}

async function replaceDay(
  manager: EntityManager,
  applicationId: number,
  { income, ...figures }: CountedDay,
  anomalies: readonly FoundAnomaly[],
): Promise<void> {
  const key = { applicationId, day: figures.day };
  for (const entity of [DayIncome, Anomaly, DayFigures]) await manager.delete(entity, key);
  await manager.insert(DayFigures, { ...figures, applicationId });
  const ofDay = <T extends object>(rows: readonly T[]) => rows.map((row) => Object.assign({}, row, key));
  for (const rows of chunksOf(income, ROWS_PER_STATEMENT))
    await insertCopies(manager, DayIncome, ofDay(rows));
  if (anomalies.length > 0) await insertCopies(manager, Anomaly, ofDay(anomalies));
}
