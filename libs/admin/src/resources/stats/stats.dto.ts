import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Optional, TimeZone, WholeNumber } from '@app/platform';
import { NumberInQuery } from '../../api/from-query.js';
import { RecordId } from '../../crud/filters.js';
import { type Bucket, BUCKETS } from './time-buckets.js';

/** The end of the year 9999, in epoch milliseconds. */
const LATEST = 253_402_300_799_000;

/** What statistics are about. */
export class StatsQuery {
  /** Only of this application; of all that are the caller's when left out. */
  @Optional()
  @NumberInQuery()
  @RecordId()
  applicationId?: number;
}

/** What statistics over time are about. */
export class SpanQuery extends StatsQuery {
  /** Epoch milliseconds. */
  @NumberInQuery()
  @WholeNumber(0, LATEST)
  from!: number;

  /** Epoch milliseconds, exclusive; later than `from`, by at most 400 days. */
  @NumberInQuery()
  @WholeNumber(0, LATEST)
  to!: number;
}

export class ActivityQuery extends SpanQuery {
  /** Length of a bucket, `hour` or `day`; `day` when left out. By the hour the span can be 31 days at most. */
  @Optional()
  @OneOf(BUCKETS)
  by?: Bucket;

  /** IANA zone whose days are meant; the application's when left out, UTC for all applications. */
  @Optional()
  @TimeZone()
  timeZone?: string;
}

export class ExpiringQuery extends StatsQuery {
  /** Days to look ahead, today included, 1–60; 7 when left out. */
  @Optional()
  @NumberInQuery()
  @WholeNumber(1, 60)
  days?: number;

  /** IANA zone whose days are meant; the application's when left out, UTC for all applications. */
  @Optional()
  @TimeZone()
  timeZone?: string;
}

/** What happened in an hour or on a day. */
export class ActivityPointDto {
  /** When it begins, in epoch milliseconds. */
  at!: number;
  logins!: number;
  /** First logins of cards. */
  activations!: number;
  /** Users who registered. */
  registrations!: number;
  recharges!: number;
  /** Requests refused with any code. */
  refusals!: number;
  /** Refusals by code; every code of the answer's `codes` is there. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' }, example: { 10218: 3 } })
  refusalsByCode!: Record<string, number>;
}

/** A code that requests were refused with. */
export class RefusalCodeDto {
  code!: number;
  /** Its words in English. */
  en!: string;
  /** Its words in Chinese. */
  zh!: string;
  /** Refusals with this code in all points. */
  total!: number;
}

export class ActivityStatsDto {
  by!: Bucket;
  /** IANA zone of the days. */
  timeZone!: string;
  /** One for each hour or day that the span touches, the earliest first, with 0 where nothing happened. */
  points!: ActivityPointDto[];
  /** The codes of all refusals in the points. */
  codes!: RefusalCodeDto[];
}

export class SessionPointDto {
  /** When it begins, in epoch milliseconds. */
  at!: number;
  /** The most sessions that were live at a time. */
  live!: number;
}

export class SessionStatsDto {
  /** Sessions that are open now. */
  liveNow!: number;
  /** Milliseconds from one point to the next. */
  widthMs!: number;
  /** At most 501, the earliest first, with 0 where there was no session; none of the future. */
  points!: SessionPointDto[];
}

/** Numbers of users by what people mean by their state. */
export class UserStatesDto {
  /** Their time has not begun. */
  unused!: number;
  /** Not frozen, and time is left. */
  active!: number;
  /** Not frozen, and no time is left. */
  expired!: number;
  frozen!: number;
}

/** Numbers of cards by what people mean by their state. */
export class CardStatesDto extends UserStatesDto {
  /** Spent on a recharge or a registration. */
  consumed!: number;
}

export class CardsOfTypeDto {
  cardTypeId!: number;
  applicationId!: number;
  name!: string;
  /** Cards of the type, whatever their state. */
  cards!: number;
}

export class CardStatsDto {
  /**
   * When it was counted, in epoch milliseconds: at most a minute ago. Of several applications, when the first of them
   * was.
   */
  countedAt!: number;
  cards!: CardStatesDto;
  users!: UserStatesDto;
  /** Every card type, also those without cards. */
  cardTypes!: CardsOfTypeDto[];
}

export class ExpiringDayDto {
  /** When the day begins, in epoch milliseconds. */
  at!: number;
  /** Cards, not frozen, whose time passes on this day; today only those that have some left. */
  cards!: number;
  /** Users, likewise. */
  users!: number;
}

export class ExpiringStatsDto {
  /** IANA zone of the days. */
  timeZone!: string;
  /** From today on. */
  days!: ExpiringDayDto[];
}
