import { type EntityManager, In } from 'typeorm';
import {
  type Card,
  DataUsage,
  Device,
  type HolderKindName,
  RemoteData,
  Session,
  type SessionEndReason,
} from '@app/database';
import { unusedAgain } from './rules/unused-again.js';
import { endSessionsWhere } from './sessions/end-sessions.js';

interface Effects {
  /** The new values of the holder's own row. */
  readonly values?: (kind: HolderKindName) => Partial<Card>;
  /** It unbinds every device. */
  readonly unbinds?: true;
  /** Why it ends the open sessions; left out: they go on. */
  readonly ends?: SessionEndReason;
}

/** The effects of each operation. A client's own unbinding follows the application's policy instead (`UnbindService`). */
export const OPERATIONS = {
  freeze: { values: () => ({ frozen: true }), ends: 'frozen' },
  unfreeze: { values: () => ({ frozen: false }) },
  reset: { values: unusedAgain, unbinds: true, ends: 'unbound' },
  unbind: { unbinds: true, ends: 'unbound' },
  kick: { ends: 'kicked' },
} as const satisfies Record<string, Effects>;

/** What can be done to cards and users, from the panel, a card job or a file. */
export type HolderOperation = keyof typeof OPERATIONS;

/** Holders of one kind, whose rows are locked. */
export interface HoldersOfKind {
  readonly holderKind: HolderKindName;
  readonly holderIds: readonly number[];
}

/**
 * Carries out all of an operation but the change of the holders' own rows. Their sessions have to be invalidated in the
 * session cache (`SessionCache.invalidating`).
 * @param now epoch milliseconds
 * @returns how many sessions it ended
 */
export async function carryOut(
  manager: EntityManager,
  operation: HolderOperation,
  { holderKind, holderIds }: HoldersOfKind,
  now: number,
): Promise<number> {
  const { unbinds, ends }: Effects = OPERATIONS[operation];
  const ofHolders = { holderKind, holderId: In(holderIds) };
  if (unbinds) await manager.delete(Device, ofHolders);
  return ends ? endSessionsWhere(manager, ofHolders, ends, now) : 0;
}

/**
 * Unbinds one device of a holder, or all of them, and ends their sessions, which have to be invalidated.
 * @param now epoch milliseconds
 */
export async function unbindDevices(
  manager: EntityManager,
  bindings: { readonly holderKind: HolderKindName; readonly holderId: number; readonly deviceId?: string },
  now: number,
): Promise<void> {
  await manager.delete(Device, bindings);
  await endSessionsWhere(manager, bindings, 'unbound', now);
}

/** Deletes what belongs to holders of an application, before they are deleted themselves. */
export async function deleteBelongings(
  manager: EntityManager,
  applicationId: number,
  { holderKind, holderIds }: HoldersOfKind,
): Promise<void> {
  const ofHolders = { holderKind, holderId: In(holderIds) };
  await manager.delete(Device, ofHolders);
  await manager.delete(Session, ofHolders);
  if (holderKind !== 'card') return;
  // With the application the index is used, which begins with it.
  const ofCards = { applicationId, scope: 'card', ownerId: In(holderIds) } as const;
  await manager.delete(RemoteData, ofCards);
  await manager.delete(DataUsage, ofCards);
}
