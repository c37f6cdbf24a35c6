import { Application, Device, type HolderKindName, type HolderStatus } from '@app/database';
import { LATEST_TIME, OneOf, Optional, TextLength, TrueOrFalse, WholeNumber } from '@app/platform';
import {
  ApplicationFilter,
  Beginning,
  type ListedQuery,
  RecordId,
  whereBegins,
  whereBetween,
  whereEqual,
} from '../../crud/filters.js';

const STATUSES: readonly HolderStatus[] = ['unused', 'activated', 'consumed'];

/**
 * The state of a card or user as people understand it:
 * - `unused`, `consumed`: has this status, and is not frozen
 * - `active`: activated, not frozen, and not expired
 * - `expired`: activated, not frozen, and expired
 * - `frozen`: frozen, whatever its status
 */
const HOLDER_STATES = ['unused', 'active', 'expired', 'frozen', 'consumed'] as const;
export type HolderState = (typeof HOLDER_STATES)[number];

export class HolderFilter extends ApplicationFilter {
  /**
   * Only holders in this state. `frozen` selects all frozen holders, whatever their status; the other states (`unused`,
   * `active`, `expired`, `consumed`) exclude frozen holders.
   */
  @Optional()
  @OneOf(HOLDER_STATES)
  state?: HolderState;

  /** The stored status, regardless of `frozen`: unused, activated or consumed. */
  @Optional()
  @OneOf(STATUSES)
  status?: HolderStatus;

  @Optional()
  @TrueOrFalse()
  frozen?: boolean;

  @Optional()
  @RecordId()
  cardTypeId?: number;

  /** Prefix of the note. */
  @Beginning(500)
  note?: string;

  /** Only holders to which this device is bound. */
  @Optional()
  @TextLength(1, 128)
  deviceId?: string;

  /** Only holders that expire at this time or later, in epoch milliseconds. */
  @Optional()
  @WholeNumber(0, LATEST_TIME)
  expiresFrom?: number;

  /** Only holders that expire before this time, in epoch milliseconds. */
  @Optional()
  @WholeNumber(0, LATEST_TIME)
  expiresBefore?: number;
}

/** Filter fields that are columns of every index by which cards or users are sorted: their rows need not be read. */
export const INDEXED_FIELDS = [
  'applicationId',
  'state',
  'status',
  'frozen',
  'cardTypeId',
  'expiresFrom',
  'expiresBefore',
] as const satisfies (keyof HolderFilter)[];

export function applyHolderFilter(
  query: ListedQuery,
  kind: HolderKindName,
  filter: HolderFilter,
  now: number,
): void {
  whereEqual(query, filter, 'cardTypeId', 'status');
  whereBegins(query, 'note', filter.note);
  whereBetween(query, 'expiresAt', filter.expiresFrom, filter.expiresBefore);
  if (filter.frozen !== undefined) whereFrozen(query, filter.frozen);
  if (filter.state !== undefined) whereState(query, filter.state, now);
  if (filter.deviceId !== undefined) whereDevice(query, kind, filter.deviceId, filter.applicationId);
}

/** Filters by `frozen`. The condition lists all statuses too, since the status precedes `frozen` in the index. */
function whereFrozen(query: ListedQuery, frozen: boolean): void {
  query.andWhere('row.status IN (:...statuses) AND row.frozen = :frozen', { statuses: STATUSES, frozen });
}

function whereState(query: ListedQuery, state: HolderState, now: number): void {
  if (state === 'frozen') return whereFrozen(query, true);
  const ofStatus: HolderStatus = state === 'active' || state === 'expired' ? 'activated' : state;
  query.andWhere('row.status = :ofStatus AND row.frozen = :isFrozen', { ofStatus, isFrozen: false });
  if (state === 'expired') query.andWhere('row.expiresAt <= :now', { now });
  if (state === 'active') query.andWhere('(row.expiresAt > :now OR row.expiresAt IS NULL)', { now });
}

/** Filters by device. The applications are part of the condition, since MySQL otherwise does not use the index. */
function whereDevice(
  query: ListedQuery,
  holderKind: HolderKindName,
  deviceId: string,
  applicationId: number | undefined,
): void {
  const applications = query.subQuery().select('application.id').from(Application, 'application');
  if (applicationId !== undefined) applications.where('application.id = :applicationId');
  const holders = query
    .subQuery()
    .select('device.holderId')
    .from(Device, 'device')
    .useIndex('ix_devices_device_id')
    .where(`device.applicationId IN ${applications.getQuery()}`)
    .andWhere('device.deviceId = :deviceId AND device.holderKind = :holderKind');
  query.andWhere(`row.id IN ${holders.getQuery()}`, { holderKind, deviceId });
}
