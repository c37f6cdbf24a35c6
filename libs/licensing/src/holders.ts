import type { EntityManager } from 'typeorm';
import { findRows, type LicenceHolder, type Match, updateRows } from '@app/database';
import type { ClientCall } from './client-call.js';
import type { HolderKind } from './holder-kind.js';
import { RefusalError } from './refusal-error.js';
import { hasFeature } from './rules/features.js';

/**
 * Returns a key for the holder that a client's request refers to, even if no such holder exists. With this key, callers
 * process requests for the same holder one after another.
 */
export function accountOf(kind: HolderKind, { application }: ClientCall, name: string): string {
  return `${kind.name} ${application.id}:${name}`;
}

/** Finds a holder by name, in any state. */
export async function findHolder<T extends LicenceHolder>(
  manager: EntityManager,
  kind: HolderKind<T>,
  applicationId: number,
  name: string,
): Promise<T | undefined> {
  const [holder] = await findRows(manager, kind.entity, named(kind, applicationId, name));
  return holder;
}

/**
 * Finds a holder by name and locks its row until the transaction ends, so that decisions about one holder are made one
 * after another.
 * @throws RefusalError if the holder does not exist or was consumed (card 10218, user 10243)
 */
export async function lockHolder<T extends LicenceHolder>(
  manager: EntityManager,
  kind: HolderKind<T>,
  applicationId: number,
  name: string,
): Promise<T> {
  const [holder] = await findRows(manager, kind.entity, named(kind, applicationId, name), 'nowait');
  return requireUsable(kind, holder);
}

/**
 * Finds holders by name and locks their rows as `lockHolder` does, except those that another transaction has locked.
 * @returns for each name the holder, a refusal, or `undefined` if another transaction may have locked the holder
 */
export async function lockAvailableHolders<T extends LicenceHolder>(
  manager: EntityManager,
  kind: HolderKind<T>,
  applicationId: number,
  names: readonly string[],
): Promise<(T | RefusalError | undefined)[]> {
  const nameOf = (holder: T) => String(holder[kind.nameProperty as keyof T]);
  const locked = await findRows(
    manager,
    kind.entity,
    named(kind, applicationId, names),
    'skip',
    kind.nameIndex,
  );
  const byName = new Map(locked.map((holder) => [nameOf(holder), holder]));
  const others = names.filter((name) => !byName.has(name));
  // This query also finds locked rows. If it finds no row, none of the other holders exists. If it finds a row, that
  // holder is locked, or was created after the first query. The result is then `undefined` for each of `others`, even
  // for a name without a holder.
  const noneExists =
    others.length > 0 &&
    (await findRows(manager, kind.entity, named(kind, applicationId, others))).length === 0;
  const unavailable = new RefusalError(kind.refusals.unavailable);
  return names.map((name) => {
    const holder = byName.get(name);
    if (holder) return holder.status === 'consumed' ? unavailable : holder;
    return noneExists ? unavailable : undefined;
  });
}

/**
 * Refuses a holder that does not exist or was consumed.
 * @throws RefusalError if the holder does not exist or was consumed
 */
export function requireUsable<T extends LicenceHolder>(kind: HolderKind<T>, holder: T | undefined): T {
  if (!holder || holder.status === 'consumed') throw new RefusalError(kind.refusals.unavailable);
  return holder;
}

/**
 * Refuses a frozen holder.
 * @throws RefusalError card 10212, user 10252
 */
export function requireNotFrozen(kind: HolderKind, { frozen }: Pick<LicenceHolder, 'frozen'>): void {
  if (frozen) throw new RefusalError(kind.refusals.frozen);
}

/**
 * Refuses a holder that lacks a feature.
 * @param name null if no feature is required
 * @throws RefusalError 10503
 */
export function requireFeature({ features }: Pick<LicenceHolder, 'features'>, name: string | null): void {
  if (name !== null && !hasFeature(features, name)) throw new RefusalError('FEATURE_MISSING');
}

/** Updates a holder's row and `holder` itself. */
export async function updateHolder(
  manager: EntityManager,
  kind: HolderKind,
  holder: LicenceHolder,
  changes: Partial<LicenceHolder>,
): Promise<void> {
  await updateRows<LicenceHolder>(manager, kind.entity, { id: holder.id }, changes);
  Object.assign(holder, changes);
}

function named<T extends LicenceHolder>(
  { nameProperty }: HolderKind<T>,
  applicationId: number,
  name: string | readonly string[],
): Match<T> {
  return { applicationId, [nameProperty]: name } as Match<T>;
}
