import type { DataSource } from 'typeorm';
import { type ActivityEvent, ActivityCount, DayFigures, DayIncome, SessionSample } from '@app/database';
import { addDays, dateAt } from '@app/figures';
import { DAY_MS, HOUR_MS, SystemClock } from '@app/platform';

const DAYS = 90;
const SAMPLE_MINUTES = 15;

/** The sales of a growing shop. */
interface Shop {
  readonly applicationId: number;
  readonly timeZone: string;
  readonly channelId: number;
  /** Ids of the card types with the price in minor units and the share of the orders. */
  readonly types: readonly { readonly id: number; readonly price: number; readonly share: number }[];
  /** Codes of refusals with the number on an ordinary day. */
  readonly refusals: Readonly<Record<number, number>>;
}

/**
 * Writes the records that the server would have written in the last 90 days of a growing shop: hourly activity,
 * sessions, and daily figures and income.
 */
export async function writePastDays({ manager }: DataSource, shop: Shop): Promise<void> {
  const { applicationId, timeZone } = shop;
  const now = new SystemClock().now();
  const today = dateAt(now, timeZone);
  const midnight = Temporal.PlainDate.from(today).toZonedDateTime(timeZone).epochMilliseconds;
  const counts: ActivityCount[] = [];
  const samples: SessionSample[] = [];
  const days: DayFigures[] = [];
  const income: DayIncome[] = [];
  for (let back = DAYS; back >= 0; back--) {
    const startsAt = midnight - back * DAY_MS;
    const size = sizeOf(back);
    for (let at = startsAt; at < Math.min(now - HOUR_MS, startsAt + DAY_MS); at += HOUR_MS) {
      const busy = busyAt((at - startsAt) / HOUR_MS);
      const count = (event: ActivityEvent, perDay: number, code = 0) => {
        const rounded = Math.round((perDay * size * busy) / 24);
        const hour = Math.floor(at / HOUR_MS);
        if (rounded > 0) counts.push({ applicationId, hour, event, code, count: rounded });
      };
      count('login', 900);
      // Activations are counted by card type.
      for (const { id, share } of shop.types) count('activation', 60 * share, id);
      count('login_refusal', 40);
      count('recharge', 25);
      for (const [code, perDay] of Object.entries(shop.refusals)) count('refusal', perDay, Number(code));
      for (let minute = 0; minute < 60; minute += SAMPLE_MINUTES) {
        const live = Math.round(180 * size * busy + 6 * Math.sin(minute + back));
        samples.push({ applicationId, minute: at / 60_000 + minute, live });
      }
    }
    if (back === 0) continue;
    const day = addDays(today, -back);
    const active = Math.round(420 * size);
    days.push({
      applicationId,
      day,
      startsAt,
      endsAt: startsAt + DAY_MS,
      activations: Math.round(60 * size),
      refusals: Math.round(40 * size),
      trials: Math.round(30 * size),
      trialConversions: Math.round(6 * size),
      expired: Math.round(40 * size),
      renewed: Math.round(27 * size),
      activeCards: active,
      activeUsers: Math.round(active / 5),
      monthActiveCards: 3 * active,
      monthActiveUsers: active,
    });
    for (const { id, price, share } of shop.types) {
      const orders = Math.max(1, Math.round(60 * size * share));
      const refunds = back % 9 === 0 ? 1 : 0;
      income.push({
        applicationId,
        day,
        channelId: shop.channelId,
        cardTypeId: id,
        currency: 'CNY',
        orders,
        cards: orders,
        income: orders * price,
        refunds,
        refunded: refunds * price,
      });
    }
  }
  // An INSERT may contain at most 32,766 values.
  for (const [entity, rows] of [
    // Stored first, so that the server does not compute the figures of these days meanwhile.
    [DayFigures, days],
    [DayIncome, income],
    [ActivityCount, counts],
    [SessionSample, samples],
  ] as const) {
    for (let from = 0; from < rows.length; from += 1000)
      await manager.insert<object>(entity, rows.slice(from, from + 1000));
  }
}

/** Number of sales of a day. It grows over time, is higher at weekends and varies slightly. */
function sizeOf(back: number): number {
  const growth = 1 - (0.5 * back) / DAYS;
  const weekend = back % 7 < 2 ? 1.25 : 1;
  return growth * weekend * (1 + 0.08 * Math.sin(back * 1.7));
}

/** Load of an hour of the day, 1 on average: low at night and highest in the evening. */
function busyAt(hour: number): number {
  return 1 - 0.75 * Math.cos(((hour - 5) / 24) * 2 * Math.PI) + 0.15 * Math.sin(hour * 2.1);
}
