import { ApiProperty } from '@nestjs/swagger';
import { LATEST_TIME, OneOf, Optional, TimeZone, WholeNumber } from '@app/platform';
import { NumberInQuery } from '../../api/from-query.js';
import { RecordId } from '../../crud/filters.js';
import { type Bucket, BUCKETS } from './time-buckets.js';

/** Selects which applications the statistics cover. */
export class StatsQuery {
  /** Only this application; by default all applications that the caller may access. */
  @Optional()
  @NumberInQuery()
  @RecordId()
  applicationId?: number;
}

/** Selects the span of statistics over time. */
export class SpanQuery extends StatsQuery {
  /** Epoch milliseconds. */
  @NumberInQuery()
  @WholeNumber(0, LATEST_TIME)
  from!: number;

  /** Epoch milliseconds, exclusive; later than `from`, by at most 400 days. */
  @NumberInQuery()
  @WholeNumber(0, LATEST_TIME)
  to!: number;
}

export class ActivityQuery extends SpanQuery {
  /** Length of a bucket, `hour` or `day` (default). With `hour`, the span must not exceed 31 days. */
  @Optional()
  @OneOf(BUCKETS)
  by?: Bucket;

  /** IANA time zone of the days; default: the application's, or UTC for all applications. */
  @Optional()
  @TimeZone()
  timeZone?: string;
}

export class ExpiringQuery extends StatsQuery {
  /** Number of days, including today, 1–60; by default 7. */
  @Optional()
  @NumberInQuery()
  @WholeNumber(1, 60)
  days?: number;

  /** IANA time zone of the days; default: the application's, or UTC for all applications. */
  @Optional()
  @TimeZone()
  timeZone?: string;
}

/** Counts of an hour or a day. */
export class ActivityPointDto {
  /** Start of the bucket, in epoch milliseconds. */
  at!: number;
  logins!: number;
  /** Cards and users whose time began with a login or an offline ticket. Registrations are not counted. */
  activations!: number;
  /** Registered users. */
  registrations!: number;
  recharges!: number;
  /** Number of uses that clients consumed. */
  consumedUses!: number;
  /** Requests refused with any code. */
  refusals!: number;
  /** Number of refused logins, included in `refusals`. */
  loginRefusals!: number;
  /** New trials. */
  trials!: number;
  /** Of the devices that had begun a trial, those that were then bound to a card or user for the first time. */
  trialConversions!: number;
  /** Refusals by code; contains every code of the answer's `codes`. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' }, example: { 10218: 3 } })
  refusalsByCode!: Record<string, number>;
}

/** A code with which requests were refused. */
export class RefusalCodeDto {
  code!: number;
  /** Message in English. */
  en!: string;
  /** Message in Chinese. */
  zh!: string;
  /** Refusals with this code in all points. */
  total!: number;
}

export class ActivityStatsDto {
  by!: Bucket;
  /** IANA time zone of the days. */
  timeZone!: string;
  /** One point per hour or day that the span touches, earliest first, with 0 where nothing happened. */
  points!: ActivityPointDto[];
  /** The codes of all refusals in the points. */
  codes!: RefusalCodeDto[];
}

export class SessionPointDto {
  /** Start of the bucket, in epoch milliseconds. */
  at!: number;
  /** Maximum of concurrent live sessions. */
  live!: number;
}

export class SessionStatsDto {
  /** Currently live sessions. */
  liveNow!: number;
  /** Milliseconds from one point to the next. */
  widthMs!: number;
  /** At most 501 points, earliest first, none in the future; 0 for times without a session. */
  points!: SessionPointDto[];
}

/** Numbers of users by state. */
export class UserStatesDto {
  /** Time has not started. */
  unused!: number;
  /** Not frozen and not expired. */
  active!: number;
  /** Not frozen and expired. */
  expired!: number;
  frozen!: number;
}

/** Numbers of cards by state. */
export class CardStatesDto extends UserStatesDto {
  /** Consumed by a recharge or a registration. */
  consumed!: number;
}

export class CardsOfTypeDto {
  cardTypeId!: number;
  applicationId!: number;
  name!: string;
  /** Cards of the type in any state. */
  cards!: number;
  /** Unused cards that are not frozen and not issued. */
  available!: number;
}

export class CardStatsDto {
  /**
   * Time of the count in epoch milliseconds, at most a minute ago; for several applications, the time of the oldest
   * count.
   */
  countedAt!: number;
  cards!: CardStatesDto;
  users!: UserStatesDto;
  /** Every card type, including those without cards. */
  cardTypes!: CardsOfTypeDto[];
}

export class ExpiringDayDto {
  /** Start of the day, in epoch milliseconds. */
  at!: number;
  /** Cards that are not frozen and expire on this day; for today, only cards that have not expired yet. */
  cards!: number;
  /** Users that are not frozen and expire on this day; for today, only users that have not expired yet. */
  users!: number;
}

export class ExpiringStatsDto {
  /** IANA time zone of the days. */
  timeZone!: string;
  /** Starting today. */
  days!: ExpiringDayDto[];
}
