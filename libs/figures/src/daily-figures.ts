import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { Application, countByIndex } from '@app/database';
import { Clock, DAY_MS } from '@app/platform';
import { FigureReader, type FiguresOfDay } from './figure-reader.js';
import { findLowStock, type LowStockProduct } from './find-low-stock.js';
import { addDays } from './rules/days.js';
import { type Money, moneyOf } from './rules/income.js';

const EXPIRING_DAYS = 3;
const MAX_LOW_STOCK = 50;

/** Figures of one day, added up over applications. */
export interface DailySummary {
  /** Calendar date, such as `2026-01-15`. */
  readonly day: string;
  /** Cards and users whose time began with a login or an offline ticket. Registrations are not counted. */
  readonly activations: number;
  /** Number of cards issued by the day's orders. */
  readonly cardsIssued: number;
  /** Orders of shops and of administrators, refunded or not. */
  readonly orders: number;
  /** Orders refunded on this day, whenever they were placed. */
  readonly refunds: number;
  /** Sums by currency, sorted by currency code; empty if no order has an amount. */
  readonly money: readonly Money[];
  /** Cards and users, not frozen, that expire within 3 days from now. */
  readonly expiringSoon: number;
  /** Refused requests of clients. */
  readonly refusals: number;
  /** Refused requests on the day before. */
  readonly refusalsDayBefore: number;
  /** Devices that began their first trial. */
  readonly trials: number;
  /** Devices that had begun a trial and were then bound to a card or user for the first time. */
  readonly trialConversions: number;
  /** Products with low stock, at most 50, beginning with the longest shortage. */
  readonly lowStock: readonly LowStockProduct[];
}

/** Figures of a single day, for example for a daily message. */
@Injectable()
export class DailyFigures {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reader: FigureReader,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the figures of a day. When a day begins and ends depends on the time zone of each application. For a day
   * that is not over, the result contains the figures so far. For a day without figures, all numbers are 0. Expiring
   * cards and low stock always describe the present moment.
   * @param day calendar date, such as `2026-01-15`
   * @param applicationIds ids that do not exist are ignored
   */
  async of(day: string, applicationIds: readonly number[]): Promise<DailySummary> {
    const applications = await this.dataSource.manager.find(Application, {
      select: { id: true, timeZone: true, createdAt: true },
      where: { id: In([...new Set(applicationIds)]) },
      order: { id: 'ASC' },
    });
    const now = this.clock.now();
    const before = addDays(day, -1);
    const days: FiguresOfDay[] = [];
    const daysBefore: FiguresOfDay[] = [];
    let expiringSoon = 0;
    for (const application of applications) {
      for (const figures of await this.reader.days(application, before, day, now))
        (figures.day === day ? days : daysBefore).push(figures);
      expiringSoon += await this.countExpiring(application.id, now);
    }
    const income = days.flatMap((figures) => figures.income);
    return {
      day,
      activations: total(days, ({ activations }) => activations),
      cardsIssued: total(income, ({ cards }) => cards),
      orders: total(income, ({ orders }) => orders),
      refunds: total(income, ({ refunds }) => refunds),
      money: moneyOf(income),
      expiringSoon,
      refusals: total(days, ({ refusals }) => refusals),
      refusalsDayBefore: total(daysBefore, ({ refusals }) => refusals),
      trials: total(days, ({ trials }) => trials),
      trialConversions: total(days, ({ trialConversions }) => trialConversions),
      lowStock: await findLowStock(
        this.dataSource.manager,
        applications.map(({ id }) => id),
        MAX_LOW_STOCK,
      ),
    };
  }

  private async countExpiring(applicationId: number, now: number): Promise<number> {
    let count = 0;
    for (const table of ['cards', 'users'] as const)
      count += await countByIndex(this.dataSource, {
        table,
        index: `ix_${table}_status`,
        equal: { application_id: applicationId, status: 'activated', frozen: 0 },
        by: 'expires_at',
        after: now,
        upTo: now + EXPIRING_DAYS * DAY_MS,
      });
    return count;
  }
}

function total<T>(rows: readonly T[], value: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + value(row), 0);
}
