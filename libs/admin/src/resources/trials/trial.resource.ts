import { PickType } from '@nestjs/swagger';
import { Trial } from '@app/database';
import { Optional, TextLength, TrueOrFalse } from '@app/platform';
import { ApplicationFilter, Beginning, whereAddress, whereBegins } from '../../crud/filters.js';
import { BY_ID } from '../../crud/list-plan.js';
import type { Resource } from '../../crud/resource.js';

export const TRIAL_FIELDS = [
  'id',
  'applicationId',
  'deviceId',
  'ip',
  'startedAt',
  'expiresAt',
  'count',
  'convertedAt',
  'createdAt',
] as const satisfies (keyof Trial)[];

export const TRIAL_SORTS = ['id', 'expiresAt'];

export class TrialDto extends PickType(Trial, TRIAL_FIELDS) {}

export class TrialFilter extends ApplicationFilter {
  /** Prefix of the device id. */
  @Beginning(128)
  deviceId?: string;

  /** Address from which the latest trial was begun, in any notation. */
  @Optional()
  @TextLength(1, 45)
  ip?: string;

  /** If true, only running trials. If false, only trials that have ended. */
  @Optional()
  @TrueOrFalse()
  running?: boolean;

  /**
   * If true, only devices that were bound to a card or user after their first trial began. If false, only devices
   * without such a binding.
   */
  @Optional()
  @TrueOrFalse()
  converted?: boolean;
}

export const TRIALS: Resource<Trial, TrialFilter> = {
  name: 'trials',
  singular: 'trial',
  entity: Trial,
  fields: TRIAL_FIELDS,
  nameOf: ({ deviceId }) => deviceId,
  applicationProperty: 'applicationId',
  applyFilter: (query, filter, now) => {
    whereBegins(query, 'deviceId', filter.deviceId);
    whereAddress(query, filter.ip);
    if (filter.running !== undefined)
      query.andWhere(`row.expiresAt ${filter.running ? '>' : '<='} :now`, { now });
    if (filter.converted !== undefined)
      query.andWhere(`row.convertedAt IS ${filter.converted ? 'NOT ' : ''}NULL`);
  },
  indices: {
    sorted: {
      id: [{ index: BY_ID, by: ['id'] }],
      expiresAt: [
        { index: 'ix_trials_expires', by: ['expiresAt', 'id'], holds: ['applicationId', 'running'] },
      ],
    },
    found: [
      { of: ['id'], index: BY_ID },
      { of: ['ip'], index: 'ix_trials_ip' },
      { of: ['deviceId'], index: 'ux_trials_device' },
      { of: ['running'], index: 'ix_trials_expires' },
      { of: ['applicationId'], index: 'ux_trials_device' },
    ],
  },
};
