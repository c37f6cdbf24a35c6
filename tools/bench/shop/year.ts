// Creates the records that a server writes in a year for the large application of the benchmarks: hourly usage, the
// number of sessions every five minutes, and daily figures and income.
import { openForBulk, type Row } from '../bulk-insert.ts';
import type { Environment } from '../server.ts';

const DAYS = 365;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SAMPLE_MINUTES = 5;
const CODES = [10_210, 10_212, 10_213, 10_217, 10_218];
const CARD_TYPE_IDS = [1, 2, 3, 4, 5];
const CHANNEL_IDS = [0, 1, 2];

/**
 * Inserts a year of statistics for the application with id 1, with days in UTC. The server must not run yet.
 * @param now epoch milliseconds
 */
export async function seedYear(env: Environment, now: number): Promise<void> {
  const database = await openForBulk(env);
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  await database.insert('activity_counts', activity(now));
  await database.insert('session_samples', samples(now));
  await database.insert('day_figures', figures(midnight));
  await database.insert('day_income', income(midnight));
  await database.close();
}

function* activity(now: number): Generator<Row> {
  const last = Math.floor(now / HOUR_MS);
  for (let hour = last - 24 * DAYS; hour <= last; hour++) {
    const row = { application_id: 1, hour };
    yield { ...row, event: 'login', code: 0, count: 400 + (hour % 24) * 20 };
    yield { ...row, event: 'login_refusal', code: 0, count: 20 };
    yield { ...row, event: 'recharge', code: 0, count: 5 };
    for (const code of CARD_TYPE_IDS) yield { ...row, event: 'activation', code, count: 3 + (hour % 7) };
    for (const code of CODES) yield { ...row, event: 'refusal', code, count: 2 + (hour % 5) };
  }
}

function* samples(now: number): Generator<Row> {
  const last = Math.floor(now / 60_000 / SAMPLE_MINUTES) * SAMPLE_MINUTES;
  for (let minute = last - DAYS * 1440; minute <= last; minute += SAMPLE_MINUTES)
    yield { application_id: 1, minute, live: 90_000 + (minute % 9973) };
}

/** Yields the days before yesterday. The server computes yesterday's figures itself. */
function* days(midnight: number): Generator<{ day: string; starts_at: number; ends_at: number }> {
  for (let back = DAYS; back >= 2; back--) {
    const starts_at = midnight - back * DAY_MS;
    yield { day: new Date(starts_at).toISOString().slice(0, 10), starts_at, ends_at: starts_at + DAY_MS };
  }
}

function* figures(midnight: number): Generator<Row> {
  for (const day of days(midnight))
    yield {
      application_id: 1,
      ...day,
      activations: 400,
      refusals: 120,
      trials: 90,
      trial_conversions: 12,
      expired: 300,
      renewed: 210,
      active_cards: 80_000,
      active_users: 9000,
      month_active_cards: 200_000,
      month_active_users: 20_000,
    };
}

function* income(midnight: number): Generator<Row> {
  for (const { day } of days(midnight))
    for (const channel_id of CHANNEL_IDS)
      for (const card_type_id of CARD_TYPE_IDS)
        yield {
          application_id: 1,
          day,
          channel_id,
          card_type_id,
          currency: 'CNY',
          orders: 20,
          cards: 25,
          income: 49_900,
          refunds: 1,
          refunded: 1990,
        };
}
