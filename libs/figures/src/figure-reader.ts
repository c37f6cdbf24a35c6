import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Between, DataSource } from 'typeorm';
import { DayFigures, DayIncome } from '@app/database';
import { countDay, sumIncome } from './count-day.js';
import { type DaysOf, findFirstDay, findLastDay } from './find-days.js';
import { type Day, daysUntil, nextDay } from './rules/days.js';
import type { Income } from './rules/income.js';

/**
 * Maximum number of days whose figures are not stored yet and are computed when they are read: today, and for some
 * minutes after midnight also yesterday.
 */
const COUNTED_DAYS = 2;

/** Figures of an application on one day. */
export interface FiguresOfDay extends Omit<DayFigures, 'applicationId'> {
  /** True if the day's figures are not stored yet, because the day is not over or ended only minutes ago. */
  readonly isOpen: boolean;
  /** Income by channel, card type and currency. */
  readonly income: readonly Income[];
}

/** Reads the figures of applications by day. */
@Injectable()
export class FigureReader {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Returns the days of a span that have figures, earliest first. Figures that are not stored yet are computed.
   * @param from first date, such as `2026-01-15`
   * @param to last date
   * @param now epoch milliseconds
   */
  async days(application: DaysOf, from: string, to: string, now: number): Promise<FiguresOfDay[]> {
    const { manager } = this.dataSource;
    // Read before the stored days: a day that is stored in the meantime would otherwise be in neither of them.
    const open = await this.openDays(application, now);
    const where = { applicationId: application.id, day: Between(from, to) };
    const order = { day: 'ASC' } as const;
    const figures = await manager.find(DayFigures, { where, order });
    const income = Map.groupBy(
      await manager.find(DayIncome, { where, order: { ...order, channelId: 'ASC', cardTypeId: 'ASC' } }),
      ({ day }) => day,
    );
    const days: FiguresOfDay[] = figures.map((row) =>
      Object.assign(row, { isOpen: false, income: income.get(row.day) ?? [] }),
    );
    const stored = new Set(figures.map(({ day }) => day));
    for (const day of open)
      if (day.day >= from && day.day <= to && !stored.has(day.day))
        days.push({ ...(await countDay(this.dataSource, application.id, day, now)), isOpen: true });
    return days;
  }

  /**
   * Adds up the orders and refunds of a span of at most a day. Reads the orders instead of the stored figures.
   * @param startsAt epoch milliseconds
   * @param endsAt epoch milliseconds, exclusive
   */
  income(applicationId: number, startsAt: number, endsAt: number): Promise<Income[]> {
    return sumIncome(this.dataSource, applicationId, { startsAt, endsAt });
  }

  /** Returns the application's day that contains a moment. */
  async dayAt(application: DaysOf, now: number): Promise<Day> {
    return (await this.openDays(application, now)).at(-1)!;
  }

  private async openDays(application: DaysOf, now: number): Promise<Day[]> {
    const { manager } = this.dataSource;
    const { id, timeZone } = application;
    const last = await findLastDay(manager, id);
    const first = last ? nextDay(last, timeZone) : await findFirstDay(manager, application, now);
    return daysUntil(first, now, timeZone).slice(-COUNTED_DAYS);
  }
}
