import { type EntityManager, In } from 'typeorm';
import {
  type Card,
  DataUsage,
  Device,
  type HolderKindName,
  RemoteData,
  Session,
  type SessionEndReason,
  Ticket,
} from '@app/database';
import type { HolderEvents, HolderIds } from './events/holder-events.js';
import { endSessionsWhere } from './sessions/end-sessions.js';

/** The effect of an operation on a holder. */
export interface Effects {
  /** New values of the holder's own row. For a reset, `resetValues` returns them. */
  readonly values?: Partial<Card>;
  /** Unbinds every device. */
  readonly unbinds?: true;
  /** Ends the open sessions and records this reason. If omitted, open sessions do not end. */
  readonly ends?: SessionEndReason;
  /** Event that reports the operation. */
  readonly event?: 'card.frozen' | 'card.unfrozen' | 'card.unbound';
}

/** Effects of each operation. An unbind by a client follows the unbind policy instead (`UnbindService`). */
export const OPERATIONS = {
  freeze: { values: { frozen: true }, ends: 'frozen', event: 'card.frozen' },
  unfreeze: { values: { frozen: false }, event: 'card.unfrozen' },
  reset: { unbinds: true, ends: 'unbound', event: 'card.unbound' },
  unbind: { unbinds: true, ends: 'unbound', event: 'card.unbound' },
  kick: { ends: 'kicked' },
} as const satisfies Record<string, Effects>;

/** Operations on cards and users that the panel, card jobs, refunds, imports and `latchkey apply` use. */
export type HolderOperation = keyof typeof OPERATIONS;

/**
 * Unbinds devices, ends sessions and writes events of holders, as an operation requires. The caller changes the
 * holders' own rows, and invalidates their sessions in the session cache (`SessionCache.invalidating`).
 * @param applicationId of the holders
 * @param now epoch milliseconds
 * @returns the number of sessions ended
 */
export async function applyEffects(
  manager: EntityManager,
  events: HolderEvents,
  operation: HolderOperation,
  applicationId: number,
  { holderKind, holderIds }: HolderIds,
  now: number,
): Promise<number> {
  const { unbinds, ends }: Effects = OPERATIONS[operation];
  const ofHolders = { holderKind, holderId: In(holderIds) };
  if (unbinds) await deleteBindings(manager, { holderKind, holderIds });
  await tell(manager, events, operation, applicationId, { holderKind, holderIds }, now);
  return ends ? endSessionsWhere(manager, ofHolders, ends, now) : 0;
}

/**
 * Writes the events that report an operation. `applyEffects` calls this function itself.
 * @param now epoch milliseconds
 */
export async function tell(
  manager: EntityManager,
  events: HolderEvents,
  operation: HolderOperation,
  applicationId: number,
  holders: HolderIds,
  now: number,
): Promise<void> {
  const { event }: Effects = OPERATIONS[operation];
  if (!event) return;
  const details = event === 'card.unbound' ? { device_id: null } : {};
  await events.many(manager, event, applicationId, holders, now, details);
}

/** Unbinds all devices of holders. Their sessions stay open. */
export async function deleteBindings(
  manager: EntityManager,
  { holderKind, holderIds }: HolderIds,
): Promise<void> {
  const ofHolders = { holderKind, holderId: In(holderIds) };
  await manager.delete(Device, ofHolders);
  await manager.delete(Ticket, ofHolders);
}

/**
 * Unbinds one or all devices of a holder, ends their sessions and writes the events. The caller must invalidate the
 * sessions.
 * @param applicationId of the holder
 * @param now epoch milliseconds
 */
export async function unbindDevices(
  manager: EntityManager,
  events: HolderEvents,
  applicationId: number,
  bindings: { readonly holderKind: HolderKindName; readonly holderId: number; readonly deviceId?: string },
  now: number,
): Promise<void> {
  await manager.delete(Device, bindings);
  await manager.delete(Ticket, bindings);
  await endSessionsWhere(manager, bindings, 'unbound', now);
  const { holderKind, holderId, deviceId = null } = bindings;
  const holders = { holderKind, holderIds: [holderId] };
  await events.many(manager, 'card.unbound', applicationId, holders, now, { device_id: deviceId });
}

/**
 * Deletes the records that belong to an application's holders, before the holders themselves are deleted. Consumptions
 * are left to their purge job, because there may be millions. A new holder cannot inherit them, since ids are never
 * reused.
 */
export async function deleteBelongings(
  manager: EntityManager,
  applicationId: number,
  { holderKind, holderIds }: HolderIds,
): Promise<void> {
  const ofHolders = { holderKind, holderId: In(holderIds) };
  await deleteBindings(manager, { holderKind, holderIds });
  await manager.delete(Session, ofHolders);
  if (holderKind !== 'card') return;
  // The application is included because the index begins with it.
  const ofCards = { applicationId, scope: 'card', ownerId: In(holderIds) } as const;
  await manager.delete(RemoteData, ofCards);
  await manager.delete(DataUsage, ofCards);
}
