import { LATEST_TIME, OneOf, Optional, WholeNumber } from '@app/platform';
import { NumberInQuery } from '../../api/from-query.js';
import { RecordId } from '../../crud/filters.js';
import { PERIODS, type Period } from './period.js';

const TOP_KEYS = ['address', 'name', 'device', 'code', 'version'] as const;
export type TopKey = (typeof TOP_KEYS)[number];

export class RefusalTopQuery {
  @NumberInQuery()
  @RecordId()
  applicationId!: number;

  /** The field by which requests are grouped: address, card or user name, device, response code or client version. */
  @OneOf(TOP_KEYS)
  by!: TopKey;

  /** Period, as in the list's filter; by default `24h`. It cannot be combined with `from` or `before`. */
  @Optional()
  @OneOf(PERIODS)
  period?: Period;

  /** Only requests at this time or later, in epoch milliseconds. If only `before` is given: 30 days before `before`. */
  @Optional()
  @NumberInQuery()
  @WholeNumber(0, LATEST_TIME)
  from?: number;

  /**
   * Only requests before this time, in epoch milliseconds, at most 30 days later than `from`. If only `from` is given:
   * now.
   */
  @Optional()
  @NumberInQuery()
  @WholeNumber(0, LATEST_TIME)
  before?: number;
}

/** Refused requests that have the same value of the field by which requests are grouped. */
export class RefusalTopEntryDto {
  /** The address, name, device id, code or version. */
  value!: string;
  /**
   * Number of recorded requests. Identical requests within a minute are recorded once, so the real number may be
   * higher.
   */
  count!: number;
  /** Number of distinct card and user names in the requests of the group; 1000 means 1000 or more. */
  names!: number;
  /** Time of the first request of the group, in epoch milliseconds. */
  firstAt!: number;
  /** Time of the last request of the group, in epoch milliseconds. */
  lastAt!: number;
  /** Message of the code in English, if requests are grouped by code; otherwise null. */
  en!: string | null;
  /** Message of the code in Chinese, if requests are grouped by code; otherwise null. */
  zh!: string | null;
}

export class RefusalTopDto {
  by!: TopKey;
  /** Start of the period, in epoch milliseconds. */
  from!: number;
  /** End of the period, in epoch milliseconds, exclusive. */
  before!: number;
  /** At most 10 entries, most requests first. Requests that lack the value to group by are not counted. */
  entries!: RefusalTopEntryDto[];
}
