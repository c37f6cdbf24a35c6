import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Optional } from '@app/platform';
import { NumberInQuery } from '../../api/from-query.js';
import { RecordId } from '../../crud/filters.js';
import { MoneyDto } from './figures.dto.js';
import { OVERVIEW_PERIODS, type OverviewPeriod } from './overview-span.js';
import { RefusalCodeDto } from './stats.dto.js';
import type { Bucket } from './time-buckets.js';

export class OverviewQuery {
  @NumberInQuery()
  @RecordId()
  applicationId!: number;

  /**
   * `today`, `7d` (default), `30d` or `90d`: calendar days in the application's time zone, up to and including today.
   */
  @Optional()
  @OneOf(OVERVIEW_PERIODS)
  period?: OverviewPeriod;
}

/** A figure of the period (`value`), and of the same part of the previous period (`before`). */
export class ComparedDto {
  value!: number;
  before!: number;
}

/** Activity in an hour or on a day. */
export class OverviewPointDto {
  /** Start, in epoch milliseconds. */
  at!: number;
  /** True for the hour or day that is not over. */
  isOpen!: boolean;
  /** Cards and users whose time began with a login or an offline ticket. Registrations are not counted. */
  activations!: number;
  /** Activations by id of the card type; contains every id of the answer's `types`. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' }, example: { 3: 12 } })
  activationsByType!: Record<string, number>;
  logins!: number;
  /** Refused logins; `null` for times when the server did not count them yet. */
  loginRefusals!: number | null;
  /** Refused requests of any kind. */
  refusals!: number;
  /** Maximum of concurrent sessions. */
  peak!: number;
  /** Income by currency; `null` if the caller may not see prices. */
  money!: MoneyDto[] | null;
}

/** Activations of a card type. */
export class TypeActivationsDto {
  /** Id of the card type; 0 for activations that an earlier version of the server counted without the card type. */
  cardTypeId!: number;
  /** Name of the card type; `null` if the card type was deleted or is unknown. */
  name!: string | null;
  /** Activations in the period. */
  total!: number;
}

export class OnlineDto {
  /** Live sessions. */
  now!: number;
  /** Maximum of concurrent sessions in the period. */
  peak!: number;
  /** Maximum of concurrent sessions in the same part of the previous period. */
  before!: number;
}

export class LoginSuccessDto {
  /** Accepted logins in those hours in which refused logins were counted too. */
  accepted!: number;
  /** Login requests with a valid signature that were refused. */
  refused!: number;
  /** `accepted` in the same part of the previous period. */
  acceptedBefore!: number;
  refusedBefore!: number;
}

export class IncomeFiguresDto {
  /** Income in the period, by currency. */
  money!: MoneyDto[];
  /** Income in the same part of the previous period. */
  before!: MoneyDto[];
  /** Income on the day before today, whatever the period is. */
  yesterday!: MoneyDto[];
  /** Orders of the period, including orders that were refunded. */
  orders!: number;
}

export class OverviewDto {
  /** IANA time zone of the days. */
  timeZone!: string;
  /** Time of the answer, in epoch milliseconds: the end of the period. */
  now!: number;
  /** Start of the period, in epoch milliseconds. */
  from!: number;
  /** Length of a point, `hour` or `day`. */
  by!: Bucket;
  /** Start of the previous period, in epoch milliseconds. */
  beforeFrom!: number;
  /**
   * End of the compared part of the previous period, in epoch milliseconds: the time of day of `now` on the last day of
   * that period, rounded up to the end of the hour.
   */
  beforeTo!: number;
  activations!: ComparedDto;
  online!: OnlineDto;
  logins!: LoginSuccessDto;
  /** `null` if the caller may not see prices. */
  income!: IncomeFiguresDto | null;
  /** Hours or days, earliest first; the last one is not over. */
  points!: OverviewPointDto[];
  /** Card types with activations in the period, most frequent first. */
  types!: TypeActivationsDto[];
  /** Codes of the refusals in the period, most frequent first. */
  codes!: RefusalCodeDto[];
}
