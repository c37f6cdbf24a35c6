import type { AnomalyKind, HolderKindName } from '@app/database';
import { OneOf, Optional, WholeNumber } from '@app/platform';
import { NumberInQuery } from '../../api/from-query.js';
import { StatsQuery } from './stats.dto.js';

/** Divisions of income. */
const INCOME_SPLITS = ['card_type', 'channel'] as const;
export type IncomeSplit = (typeof INCOME_SPLITS)[number];

/** Selects the days of figures. */
export class DaysQuery extends StatsQuery {
  /** Number of days up to and including today, 1–400; by default 30. */
  @Optional()
  @NumberInQuery()
  @WholeNumber(1, 400)
  days?: number;
}

export class IncomeQuery extends DaysQuery {
  /** `card_type` (default) or `channel`. */
  @Optional()
  @OneOf(INCOME_SPLITS)
  by?: IncomeSplit;
}

export class AnomalyQuery extends StatsQuery {
  /** Number of days up to and including today, 1–90; by default 7. */
  @Optional()
  @NumberInQuery()
  @WholeNumber(1, 90)
  days?: number;
}

/** Income in one currency. */
export class MoneyDto {
  /** ISO 4217 code, such as `CNY`. */
  currency!: string;
  /** Amounts of the orders in minor units, including orders that were refunded. */
  income!: number;
  /** Amounts refunded, in minor units, counted on the day of the refund. They are not subtracted from `income`. */
  refunded!: number;
}

/** Figures of a calendar day. */
export class DayFiguresDto {
  /** Date in the application's time zone, such as `2026-01-15`. */
  day!: string;
  /** True if the day is not over, or its figures are not complete yet. */
  isOpen!: boolean;
  /** Income by currency; `null` if the caller may not see prices. */
  money!: MoneyDto[] | null;
  /** Orders of shops and of administrators, including orders that were refunded. */
  orders!: number;
  /** Cards issued with the `orders`. */
  cards!: number;
  /** Orders refunded on this day. */
  refunds!: number;
  /** Cards and users whose time began with a login or an offline ticket. Registrations are not counted. */
  activations!: number;
  refusals!: number;
  /** Devices that began their first trial. */
  trials!: number;
  /** Of the devices that had begun a trial, those that were then bound to a card or user for the first time. */
  trialConversions!: number;
  /** Cards and users whose time ended on this day, or would have ended on it without a renewal. */
  expired!: number;
  /**
   * Number of the cards and users counted in `expired` that were recharged at most 14 days before or after their
   * expiry. The number may still grow in the 14 days after this day.
   */
  renewed!: number;
  /** Distinct cards with a session on this day; `null` until the day is over, or if unknown. */
  activeCards!: number | null;
  /** Distinct users with a session on this day; `null` as for `activeCards`. */
  activeUsers!: number | null;
  /** Distinct cards that had a session on this day or earlier in its calendar month; `null` as for `activeCards`. */
  monthActiveCards!: number | null;
  /** Distinct users that had a session on this day or earlier in its calendar month; `null` as for `activeCards`. */
  monthActiveUsers!: number | null;
}

export class DayStatsDto {
  /** IANA time zone of the days; `null` for several applications, each of which has its own days. */
  timeZone!: string | null;
  /** Every day, earliest first, with 0 where nothing happened; the last day is today. */
  days!: DayFiguresDto[];
}

/**
 * Kinds of groups: the orders of a card type or channel (`named`), of administrators (`by_hand`), of all deleted card
 * types (`deleted`), or of all smaller groups (`rest`).
 */
const INCOME_GROUPS = ['named', 'by_hand', 'deleted', 'rest'] as const;
export type IncomeGroupKind = (typeof INCOME_GROUPS)[number];

/** A group of orders in one currency, such as the orders of a card type or channel. */
export class IncomeGroupDto {
  kind!: IncomeGroupKind;
  /** Id of the card type or channel, for the kind `named`; otherwise `null`. */
  id!: number | null;
  /** Name of the card type or channel, for the kind `named`; otherwise `null`. */
  name!: string | null;
  /** ISO 4217 code, such as `CNY`; `null` for orders without an amount. */
  currency!: string | null;
  orders!: number;
  cards!: number;
  /** Minor units. */
  income!: number;
  refunds!: number;
  /** Minor units. */
  refunded!: number;
  /** `income` minus `refunded` on each date in the answer's `days`, in minor units. */
  byDay!: number[];
}

export class IncomeStatsDto {
  /** Dates, earliest first; the last one is today. */
  days!: string[];
  /** For each currency: the 10 groups with the highest income, and the group `rest` if there are more. */
  groups!: IncomeGroupDto[];
}

/** Unusual activity on one day, which may be abuse. */
export class AnomalyDto {
  id!: number;
  applicationId!: number;
  /** Date in the application's time zone, such as `2026-01-15`. */
  day!: string;
  /**
   * - `many_devices`: a card or user with sessions from at least 5 devices, and from more devices than its limit
   * allows. Without a limit: from at least 20 devices
   * - `many_addresses`: a card or user with sessions from at least 10 addresses, and from more than 3 addresses per
   * device
   * - `shared_device`: a device that is bound to at least 5 cards and users
   * - `refusal_burst`: an hour with at least 100 refusals, and at least 5 times the hourly average of the 24 hours
   * before it
   */
  kind!: AnomalyKind;
  /** The card or user, for `many_devices` and `many_addresses`; otherwise `null`. */
  holderKind!: HolderKindName | null;
  holderId!: number | null;
  /** Card key or user name; also `null` if the card or user was deleted. */
  holderName!: string | null;
  /** The device, for `shared_device`; otherwise `null`. */
  deviceId!: string | null;
  /** Start of the hour, for `refusal_burst`, in epoch milliseconds; otherwise `null`. */
  hourAt!: number | null;
  /** Depending on the kind: number of devices, of addresses, of cards and users, or of refusals. */
  count!: number;
}

export class AnomalyStatsDto {
  /** At most 100, the latest day first. */
  anomalies!: AnomalyDto[];
}
