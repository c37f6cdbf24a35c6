import { Brackets } from 'typeorm';
import { Application, Device, type HolderKindName, type HolderStatus } from '@app/database';
import { OneOf, Optional, TextLength, TrueOrFalse, WholeNumber } from '@app/platform';
import {
  ApplicationFilter,
  applyIdFilter,
  Beginning,
  type ListedQuery,
  RecordId,
  whereBegins,
  whereBetween,
  whereEqual,
} from '../../crud/filters.js';

const STATUSES: readonly HolderStatus[] = ['unused', 'activated', 'consumed'];

/**
 * What people mean by the state of a card or a user:
 * - `unused`, `consumed`: as it says itself
 * - `active`: activated, not frozen, and its time has not passed
 * - `expired`: activated, not frozen, and its time has passed
 * - `frozen`: frozen, whatever else it is
 */
const HOLDER_STATES = ['unused', 'active', 'expired', 'frozen', 'consumed'] as const;
export type HolderState = (typeof HOLDER_STATES)[number];

export class HolderFilter extends ApplicationFilter {
  /** One of unused, active, expired, frozen, consumed. */
  @Optional()
  @OneOf(HOLDER_STATES)
  state?: HolderState;

  /** As it says itself, frozen or not: one of unused, activated, consumed. */
  @Optional()
  @OneOf(STATUSES)
  status?: HolderStatus;

  @Optional()
  @TrueOrFalse()
  frozen?: boolean;

  @Optional()
  @RecordId()
  cardTypeId?: number;

  /** The note begins with this. */
  @Beginning(500)
  note?: string;

  /** This device is bound to it. */
  @Optional()
  @TextLength(1, 128)
  deviceId?: string;

  /** Its time passes at this or later, in epoch milliseconds. */
  @Optional()
  @WholeNumber(0, Number.MAX_SAFE_INTEGER)
  expiresFrom?: number;

  /** Its time passes before this, in epoch milliseconds. */
  @Optional()
  @WholeNumber(0, Number.MAX_SAFE_INTEGER)
  expiresBefore?: number;
}

/** What the indexes that cards and users are sorted by hold besides the sort, in fields of the filter. */
export const HELD = [
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
  applyIdFilter(query, filter);
  whereEqual(query, 'cardTypeId', filter.cardTypeId);
  whereEqual(query, 'status', filter.status);
  whereBegins(query, 'note', filter.note);
  whereBetween(query, 'expiresAt', filter.expiresFrom, filter.expiresBefore);
  if (filter.frozen !== undefined) whereFrozen(query, filter.frozen);
  if (filter.state !== undefined) whereState(query, filter.state, now);
  if (filter.deviceId !== undefined) whereDevice(query, kind, filter.deviceId, filter.applicationId);
}

/** In the index of states the status comes first: it is of use when every status is named. */
function whereFrozen(query: ListedQuery, frozen: boolean): void {
  query.andWhere('row.status IN (:...statuses) AND row.frozen = :frozen', { statuses: STATUSES, frozen });
}

function whereState(query: ListedQuery, state: HolderState, now: number): void {
  if (state === 'frozen') return whereFrozen(query, true);
  const ofStatus: HolderStatus = state === 'active' || state === 'expired' ? 'activated' : state;
  query.andWhere('row.status = :ofStatus AND row.frozen = :isFrozen', { ofStatus, isFrozen: false });
  if (state === 'expired') query.andWhere('row.expiresAt <= :now', { now });
  if (state === 'active') {
    const notPassed = new Brackets((either) =>
      either.where('row.expiresAt > :now', { now }).orWhere('row.expiresAt IS NULL'),
    );
    query.andWhere(notPassed);
  }
}

/** Ids are of one application each: the devices' applications are named for their index alone, which MySQL has to be told of. */
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
