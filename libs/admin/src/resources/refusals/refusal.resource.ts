import { PickType } from '@nestjs/swagger';
import { type HolderKindName, Refusal } from '@app/database';
import { LATEST_TIME, OneOf, Optional, TextLength, WholeNumber } from '@app/platform';
import {
  ApplicationFilter,
  Beginning,
  whereAddress,
  whereBegins,
  whereBetween,
  whereEqual,
} from '../../crud/filters.js';
import { BY_ID, type SortedIndex } from '../../crud/list-plan.js';
import type { Resource } from '../../crud/resource.js';
import { PERIODS, type Period } from './period.js';

export const REFUSAL_FIELDS = [
  'id',
  'applicationId',
  'at',
  'endpoint',
  'code',
  'name',
  'deviceId',
  'ip',
  'version',
] as const satisfies (keyof Refusal)[];

export const REFUSAL_SORTS = ['id', 'at'];

export class RefusalDto extends PickType(Refusal, REFUSAL_FIELDS) {
  /** Message of the code in English. */
  en!: string;
  /** Message of the code in Chinese. */
  zh!: string;
  /** Kind of the holder to which the name belongs: card or user; null if no such holder exists now. */
  holderKind!: HolderKindName | null;
  /** Id of the card or user; null if there is none. */
  holderId!: number | null;
}

export class RefusalFilter extends ApplicationFilter {
  /** Error code of the client API, such as 10218. */
  @Optional()
  @WholeNumber(0, 2 ** 31 - 1)
  code?: number;

  /** Prefix of the card or user name in the request. */
  @Beginning(64)
  name?: string;

  /** Exact card or user name in the request. */
  @Optional()
  @TextLength(1, 64)
  exactName?: string;

  /** Exact device id. */
  @Optional()
  @TextLength(1, 128)
  deviceId?: string;

  /** Address of the client, in any notation. */
  @Optional()
  @TextLength(1, 45)
  ip?: string;

  /** Exact client version. */
  @Optional()
  @TextLength(1, 64)
  version?: string;

  /**
   * A period that ends now. `today` begins at midnight. `24h` is the current hour and the 23 hours before it. `7d` and
   * `30d` are today and the 6 or 29 days before it. Days are calendar days in the application's time zone, or in UTC
   * without `applicationId`.
   */
  @Optional()
  @OneOf(PERIODS)
  period?: Period;

  /** Only requests at this time or later, in epoch milliseconds. */
  @Optional()
  @WholeNumber(0, LATEST_TIME)
  from?: number;

  /** Only requests before this time, in epoch milliseconds. */
  @Optional()
  @WholeNumber(0, LATEST_TIME)
  before?: number;
}

const BY_TIME: SortedIndex = { index: 'ix_refusals_at', by: ['at', 'id'], holds: ['from', 'before'] };

export const REFUSALS: Resource<Refusal, Omit<RefusalFilter, 'period'>> = {
  name: 'refusals',
  singular: 'refused request',
  entity: Refusal,
  fields: REFUSAL_FIELDS,
  nameOf: ({ name, id }) => name ?? String(id),
  applicationProperty: 'applicationId',
  applyFilter: (query, filter) => {
    whereEqual(query, filter, 'code', 'deviceId', 'version');
    whereAddress(query, filter.ip);
    whereBegins(query, 'name', filter.name);
    if (filter.exactName !== undefined)
      query.andWhere('row.name = :exactName', { exactName: filter.exactName });
    whereBetween(query, 'at', filter.from, filter.before);
  },
  indices: {
    sorted: {
      id: [{ index: BY_ID, by: ['id'] }],
      at: [
        BY_TIME,
        {
          index: 'ix_refusals_application',
          by: ['at', 'id'],
          holds: ['applicationId', 'from', 'before'],
        },
        // `BY_TIME` is repeated here, since the last index of this list is used if no index can check the whole filter.
        BY_TIME,
      ],
    },
    found: [
      { of: ['id'], index: BY_ID },
      { of: ['deviceId'], index: 'ix_refusals_device' },
      { of: ['name', 'exactName'], index: 'ix_refusals_name' },
      { of: ['ip'], index: 'ix_refusals_ip' },
      { of: ['code'], index: 'ix_refusals_code' },
      { of: ['version'], index: 'ix_refusals_version' },
      { of: ['applicationId'], index: 'ix_refusals_application' },
      { of: ['from', 'before'], index: 'ix_refusals_at' },
    ],
  },
};
