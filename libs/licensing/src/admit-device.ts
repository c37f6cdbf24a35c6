import type { EntityManager } from 'typeorm';
import { type ActivityEvent, countRows, Device, type LicenceHolder } from '@app/database';
import { bindDevice } from './bind-device.js';
import type { ClientCall } from './client-call.js';
import type { HolderEvents } from './events/holder-events.js';
import type { HolderKind } from './holder-kind.js';
import { requireNotFrozen, updateHolder } from './holders.js';
import { RefusalError } from './refusal-error.js';
import { expiryAfter } from './rules/duration.js';
import { isExpired } from './rules/validity.js';

/** A device that may use a holder. */
export interface AdmittedDevice {
  /** Name of the holder's card type. */
  readonly cardType: string;
  /**
   * Starts the time of an unused holder and binds a new device.
   * @returns what to count once the transaction is committed
   */
  readonly settle: () => Promise<ActivityEvent[]>;
}

/**
 * Decides whether a device may use a holder, without writing.
 * @param holder locked
 * @param deviceId 1–128 characters
 * @param quota maximum devices of a holder without a limit
 * @throws RefusalError the kind's codes for frozen and expired (card 10212, 10210; user 10252, 10250), or 10217 when the
 * device limit is reached
 */
export async function admitDevice(
  manager: EntityManager,
  events: HolderEvents,
  kind: HolderKind,
  caller: ClientCall,
  holder: LicenceHolder,
  deviceId: string,
  quota: number,
): Promise<AdmittedDevice> {
  requireNotFrozen(kind, holder);
  if (isExpired(holder, caller.now)) throw new RefusalError(kind.refusals.expired);
  const { cardType, isBound } = await requirePlace(manager, kind, holder, deviceId, quota);
  const settle = async () => {
    const counted: ActivityEvent[] = [];
    if (holder.status === 'unused') {
      await activate(manager, events, kind, caller, holder, deviceId);
      counted.push('activation');
    }
    if (!isBound) counted.push(...(await bindDevice(manager, events, kind, caller, holder, deviceId)));
    return counted;
  };
  return { cardType, settle };
}

async function activate(
  manager: EntityManager,
  events: HolderEvents,
  kind: HolderKind,
  { now, application }: ClientCall,
  holder: LicenceHolder,
  deviceId: string,
): Promise<void> {
  const expiresAt = expiryAfter(now, holder, application.timeZone);
  await updateHolder(manager, kind, holder, {
    status: 'activated',
    activatedAt: now,
    expiresAt,
    updatedAt: now,
  });
  await events.one(manager, 'card.activated', kind.name, holder, now, { device_id: deviceId });
}

/**
 * Returns the name of the holder's card type and whether the device is already bound. Refuses a new device if the
 * device limit is reached.
 */
async function requirePlace(
  manager: EntityManager,
  kind: HolderKind,
  holder: LicenceHolder,
  deviceId: string,
  quota: number,
): Promise<{ cardType: string; isBound: boolean }> {
  const ofHolder = { holderKind: kind.name, holderId: holder.id };
  const isUnlimited = holder.maxDevices === 0;
  // In one query, because statements are the main cost of a login.
  const [found] = await manager.query<[{ bound: unknown; same: unknown; cardType: string }]>(
    `SELECT COUNT(*) AS bound, SUM(device_id = ?) AS same, (SELECT name FROM card_types WHERE id = ?) AS cardType
    FROM devices WHERE holder_kind = ? AND holder_id = ? ${isUnlimited ? 'AND device_id = ?' : ''}`,
    [deviceId, holder.cardTypeId, kind.name, holder.id, ...(isUnlimited ? [deviceId] : [])],
  );
  const isBound = Number(found.same) > 0;
  if (!isBound) {
    const bound = isUnlimited ? await countRows(manager, Device, ofHolder) : Number(found.bound);
    if (bound >= (holder.maxDevices || quota)) throw new RefusalError('DEVICE_LIMIT');
  }
  return { cardType: found.cardType, isBound };
}
