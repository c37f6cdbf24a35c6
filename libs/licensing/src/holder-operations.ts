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
import { resetValues } from './rules/reset-values.js';
import { endSessionsWhere } from './sessions/end-sessions.js';

interface Effects {
  /** New values of the holder's own row. */
  readonly values?: (kind: HolderKindName) => Partial<Card>;
  /** Unbinds every device. */
  readonly unbinds?: true;
  /** Reason for which open sessions end. If omitted, they stay open. */
  readonly ends?: SessionEndReason;
}

/** Effects of each operation. An unbind by a client follows the application's policy instead (`UnbindService`). */
export const OPERATIONS = {
  freeze: { values: () => ({ frozen: true }), ends: 'frozen' },
  unfreeze: { values: () => ({ frozen: false }) },
  reset: { values: resetValues, unbinds: true, ends: 'unbound' },
  unbind: { unbinds: true, ends: 'unbound' },
  kick: { ends: 'kicked' },
} as const satisfies Record<string, Effects>;

/** Operations on cards and users, available to the panel, card jobs and files. */
export type HolderOperation = keyof typeof OPERATIONS;

/** Holders of one kind, with locked rows. */
export interface HolderIds {
  readonly holderKind: HolderKindName;
  readonly holderIds: readonly number[];
}

/**
 * Unbinds the devices and ends the sessions of holders as an operation requires. The caller changes the holders' own rows,
 * and invalidates their sessions in the session cache (`SessionCache.invalidating`).
 * @param now epoch milliseconds
 * @returns the number of sessions ended
 */
export async function applyEffects(
  manager: EntityManager,
  operation: HolderOperation,
  { holderKind, holderIds }: HolderIds,
  now: number,
): Promise<number> {
  const { unbinds, ends }: Effects = OPERATIONS[operation];
  const ofHolders = { holderKind, holderId: In(holderIds) };
  if (unbinds) await deleteBindings(manager, { holderKind, holderIds });
  return ends ? endSessionsWhere(manager, ofHolders, ends, now) : 0;
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
 * Unbinds one device of a holder, or all of them, and ends their sessions, which the caller must invalidate.
 * @param now epoch milliseconds
 */
export async function unbindDevices(
  manager: EntityManager,
  bindings: { readonly holderKind: HolderKindName; readonly holderId: number; readonly deviceId?: string },
  now: number,
): Promise<void> {
  await manager.delete(Device, bindings);
  await manager.delete(Ticket, bindings);
  await endSessionsWhere(manager, bindings, 'unbound', now);
}

/**
 * Deletes the records that belong to an application's holders, before the holders themselves are deleted. Consumptions
 * are left to their purge: there may be millions, and no later holder has the same id.
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
