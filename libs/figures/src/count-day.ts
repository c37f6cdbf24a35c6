import { setImmediate } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { countByIndex, type DayFigures, indexHint } from '@app/database';
import { HOUR_MS } from '@app/platform';
import type { Day } from './rules/days.js';
import { type Income, IncomeSum, type OrderFacts } from './rules/income.js';
import { RENEWAL_MS } from './rules/renewal.js';

/** Orders per statement. */
const ROWS = 1000;

export type CountedDay = Omit<DayFigures, 'applicationId'> & { income: Income[] };

/**
 * Computes the figures of a day from the records themselves, using ranges of their indexes. Counters that each order
 * increments would be cheaper, but would become wrong after a rollback, a restore or an upgrade. Counting the rows of
 * `orders` can be repeated, and a repeated count includes orders that were written late. This function does not count
 * active cards and users, which `FiguresJob` counts after the end of the day.
 * @param now epoch milliseconds; later records are omitted
 */
export async function countDay(
  dataSource: DataSource,
  applicationId: number,
  day: Day,
  now: number,
): Promise<CountedDay> {
  return {
    ...day,
    ...(await countActivity(dataSource, applicationId, day)),
    ...(await countTrials(dataSource, applicationId, day)),
    ...(await countRenewals(dataSource, applicationId, day, now)),
    activeCards: null,
    activeUsers: null,
    monthActiveCards: null,
    monthActiveUsers: null,
    income: await sumIncome(dataSource, applicationId, day),
  };
}

/**
 * Counts the cards and users that expired on a day, and how many of them were renewed. A holder that was not renewed
 * still has an expiry on this day. A recharge moves the expiry, and records the previous expiry in `recharges`.
 */
export async function countRenewals(
  dataSource: DataSource,
  applicationId: number,
  { startsAt, endsAt }: Day,
  now: number,
): Promise<Pick<DayFigures, 'expired' | 'renewed'>> {
  const until = Math.min(endsAt, now + 1);
  const [found] = await dataSource.query<[{ expired: number | string; renewed: number | string | null }]>(
    `SELECT COUNT(*) AS expired, SUM(CASE WHEN at <= expired_at + ${RENEWAL_MS} THEN 1 ELSE 0 END) AS renewed
     FROM recharges ${indexHint(dataSource, 'ix_recharges_expired')}
     WHERE application_id = ? AND expired_at >= ? AND expired_at < ? AND at >= expired_at - ${RENEWAL_MS}`,
    [applicationId, startsAt, until],
  );
  let expired = Number(found.expired);
  for (const table of ['cards', 'users'] as const)
    expired += await countByIndex(dataSource, {
      table,
      index: `ix_${table}_status`,
      equal: { application_id: applicationId, status: 'activated', frozen: 0 },
      by: 'expires_at',
      after: startsAt - 1,
      upTo: until - 1,
    });
  return { expired, renewed: Number(found.renewed ?? 0) };
}

/**
 * Adds up the hourly counts of a day. An hour counts towards the day in which it starts. In a time zone with a
 * half-hour offset, the second half of a day's last hour already belongs to the next day.
 */
async function countActivity(
  dataSource: DataSource,
  applicationId: number,
  { startsAt, endsAt }: Day,
): Promise<Pick<DayFigures, 'activations' | 'refusals'>> {
  const found = await dataSource.query<{ event: string; count: number | string }[]>(
    `SELECT event, SUM(count) AS count FROM activity_counts
     WHERE application_id = ? AND hour >= ? AND hour < ? AND event IN ('activation', 'refusal') GROUP BY event`,
    [applicationId, Math.ceil(startsAt / HOUR_MS), Math.ceil(endsAt / HOUR_MS)],
  );
  const of = (event: string) => Number(found.find((row) => row.event === event)?.count ?? 0);
  return { activations: of('activation'), refusals: of('refusal') };
}

async function countTrials(
  dataSource: DataSource,
  applicationId: number,
  { startsAt, endsAt }: Day,
): Promise<Pick<DayFigures, 'trials' | 'trialConversions'>> {
  const count = (index: string, by: string) =>
    countByIndex(dataSource, {
      table: 'trials',
      index,
      equal: { application_id: applicationId },
      by,
      after: startsAt - 1,
      upTo: endsAt - 1,
    });
  return {
    trials: await count('ix_trials_created', 'created_at'),
    trialConversions: await count('ix_trials_converted', 'converted_at'),
  };
}

/** Adds up the orders and refunds of a span. */
export async function sumIncome(
  dataSource: DataSource,
  applicationId: number,
  span: Pick<Day, 'startsAt' | 'endsAt'>,
): Promise<Income[]> {
  const sum = new IncomeSum();
  for await (const order of ordersBy(dataSource, applicationId, 'created_at', span)) sum.addOrder(order);
  for await (const order of ordersBy(dataSource, applicationId, 'refunded_at', span)) sum.addRefund(order);
  return sum.all();
}

const INDEX_OF = { created_at: 'ix_orders_application', refunded_at: 'ix_orders_refunded' } as const;

interface OrderRow {
  id: number;
  at: number | string;
  channelId: number | null;
  cardTypeId: number | null;
  currency: string | null;
  amount: number | string | null;
  quantity: number;
}

/**
 * Reads the orders whose column `time` lies in a span. Uses an index, and reads in batches so that other work can run
 * in between.
 */
async function* ordersBy(
  dataSource: DataSource,
  applicationId: number,
  time: keyof typeof INDEX_OF,
  { startsAt, endsAt }: Pick<Day, 'startsAt' | 'endsAt'>,
): AsyncGenerator<OrderFacts> {
  let [at, id] = [startsAt, 0];
  for (;;) {
    await setImmediate();
    const rows = await dataSource.query<OrderRow[]>(
      `SELECT id, ${time} AS at, channel_id AS channelId, card_type_id AS cardTypeId, currency, amount, quantity
       FROM orders ${indexHint(dataSource, INDEX_OF[time])}
       WHERE application_id = ? AND ${time} >= ? AND ${time} < ? AND (${time} > ? OR id > ?)
       ORDER BY ${time}, id LIMIT ${ROWS}`,
      [applicationId, at, endsAt, at, id],
    );
    for (const row of rows) yield { ...row, amount: row.amount === null ? null : Number(row.amount) };
    const last = rows.at(-1);
    if (!last || rows.length < ROWS) return;
    [at, id] = [Number(last.at), last.id];
  }
}
