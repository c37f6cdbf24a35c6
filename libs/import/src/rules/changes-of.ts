import type { Card, LicenceHolder, User } from '@app/database';
import { isExpired, usesOf } from '@app/licensing';
import { isLegacyHash } from '@app/platform';
import { type ImportRow, isFault, type RowFault } from '../import-row.js';
import { timeOf } from './time-of.js';
import { usesOfRow } from './uses-of-row.js';

/** A card or user that already exists in the application. */
export type ExistingHolder = LicenceHolder &
  Partial<Pick<Card, 'batch' | 'issuedAt'> & Pick<User, 'passwordHash'>>;

/** Changes of an existing card or user. */
export interface HolderChanges {
  readonly values: Partial<ExistingHolder>;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Names of the fields of the row that cause the changes. */
  readonly fields: readonly string[];
  /** True if these changes expire the holder. */
  readonly expires: boolean;
}

/**
 * Returns the changes that update an existing card or user to the newer state of a row. Fields that the row omits are
 * unchanged. A card or user that was activated in Latchkey never becomes unused again. `remaining_seconds` counts from
 * the import that creates or activates the card or user; updates of an activated one ignore this field. With a row that
 * is `startOnly`, they change no times, and may freeze but not unfreeze. A password is replaced only before the first
 * login in Latchkey.
 * @param holder not consumed
 * @param devices its bound devices
 * @param now epoch milliseconds
 */
export function changesOf(
  row: ImportRow,
  holder: ExistingHolder,
  devices: readonly string[],
  now: number,
  timeZone: string,
): HolderChanges | RowFault {
  const time = timeChanges(row, holder, now);
  if (isFault(time)) return time;
  const uses = usesOfRow(row, holder, now);
  if (isFault(uses)) return uses;
  const fields: string[] = Object.keys(time).length > 0 ? ['state'] : [];
  const values: Partial<ExistingHolder> = { ...time };
  if (row.usesLeft !== undefined && usesOf(holder, now, timeZone)?.left !== row.usesLeft) {
    Object.assign(values, uses);
    fields.push('uses_left');
  }
  const mayBeFrozen = row.startOnly === true && holder.status === 'activated';
  if (row.frozen !== undefined && row.frozen !== holder.frozen && (row.frozen || !mayBeFrozen)) {
    values.frozen = row.frozen;
    fields.push('frozen');
  }
  if (row.note !== undefined && row.note !== holder.note) {
    values.note = row.note;
    fields.push('note');
  }
  if (holder.batch !== undefined && row.batch !== undefined && row.batch !== holder.batch) {
    values.batch = row.batch;
    fields.push('batch');
  }
  if (holder.issuedAt === null && row.issued) {
    values.issuedAt = now;
    fields.push('issued');
  }
  const { passwordHash } = holder;
  if (passwordHash !== undefined && isLegacyHash(passwordHash)) {
    if (row.passwordHash !== undefined && row.passwordHash !== passwordHash) {
      values.passwordHash = row.passwordHash;
      fields.push('password_hash');
    }
  }
  const wanted = row.devices ?? devices;
  const added = wanted.filter((device) => !devices.includes(device));
  const removed = devices.filter((device) => !wanted.includes(device));
  if (added.length > 0 || removed.length > 0) fields.push('devices');
  const expires =
    !isExpired(holder, now) &&
    isExpired({ expiresAt: time.expiresAt === undefined ? holder.expiresAt : time.expiresAt }, now);
  return { values, added, removed, fields, expires };
}

function timeChanges(
  row: ImportRow,
  holder: ExistingHolder,
  now: number,
): Partial<ExistingHolder> | RowFault {
  const isRunning = holder.status === 'activated';
  if (isRunning && (row.remainingMs !== undefined || row.startOnly)) return {};
  if (isRunning && saysNothingNew(row, isExpired(holder, now))) return {};
  const time = timeOf(row, holder, now);
  if (isFault(time)) return time;
  if (time.status === 'unused') return {};
  if (!isRunning) return { ...time };
  return {
    ...(time.expiresAt !== holder.expiresAt && { expiresAt: time.expiresAt }),
    ...(row.activatedAt !== undefined &&
      row.activatedAt !== holder.activatedAt && { activatedAt: row.activatedAt }),
  };
}

/** True if a row about an activated holder contains no times, and either no state or the holder's current state. */
function saysNothingNew({ state, activatedAt, expiresAt }: ImportRow, isOver: boolean): boolean {
  if (activatedAt !== undefined || expiresAt !== undefined) return false;
  return state === undefined || state === (isOver ? 'expired' : 'active');
}
