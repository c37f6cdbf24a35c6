import type { EntityManager } from 'typeorm';
import { DataUsage } from './entities/data-usage.entity.js';
import { RemoteData } from './entities/remote-data.entity.js';

/** Owner of remote data. */
export type DataOwner = Pick<RemoteData, 'applicationId' | 'scope' | 'ownerId'>;

/** Number of keys, and bytes of keys and values in UTF-8. */
export interface DataAmount {
  readonly keys: number;
  readonly bytes: number;
}

/** A write would take its owner beyond the quota. */
export class DataQuotaError extends Error {}

const OWNER = ['application_id', 'scope', 'owner_id'];

/** Returns the bytes that a value counts for. */
export function dataBytes({ key, value }: Pick<RemoteData, 'key' | 'value'>): number {
  return Buffer.byteLength(key) + Buffer.byteLength(value);
}

/** Returns an owner's current usage. */
export async function dataUsage(manager: EntityManager, owner: DataOwner): Promise<DataAmount> {
  const found = await manager.findOneBy(DataUsage, pick(owner));
  return { keys: found?.keyCount ?? 0, bytes: found?.byteCount ?? 0 };
}

/**
 * Updates an owner's usage in the transaction of a write: after the write itself, so that all transactions lock in one
 * order and hold the count, which all writers of an owner share, for the shortest time. Reducing usage is always
 * possible, even beyond the quota.
 * @throws DataQuotaError
 */
export async function countData(
  manager: EntityManager,
  owner: DataOwner,
  more: DataAmount,
  quota: DataAmount,
): Promise<void> {
  if (more.keys === 0 && more.bytes === 0) return;
  if (await add(manager, owner, more, quota)) return;
  await begin(manager, owner);
  if (!(await add(manager, owner, more, quota))) throw new DataQuotaError();
}

/**
 * Recalculates an owner's usage, after writes whose individual sizes are unknown.
 * @throws DataQuotaError when it exceeds both the quota and the previous usage
 */
export async function recountData(
  manager: EntityManager,
  owner: DataOwner,
  quota: DataAmount,
): Promise<void> {
  // Locks the count: a transaction that has written but not counted yet waits, and is not seen.
  await begin(manager, owner);
  const before = await dataUsage(manager, owner);
  const sums = await manager
    .createQueryBuilder(RemoteData, 'row')
    .select('COUNT(*)', 'keys')
    .addSelect('COALESCE(SUM(OCTET_LENGTH(row.key) + OCTET_LENGTH(row.value)), 0)', 'bytes')
    .where(pick(owner))
    .getRawOne<{ keys: unknown; bytes: unknown }>();
  const after = { keys: Number(sums!.keys), bytes: Number(sums!.bytes) };
  if (isBeyond('keys') || isBeyond('bytes')) throw new DataQuotaError();
  await manager.update(DataUsage, pick(owner), { keyCount: after.keys, byteCount: after.bytes });

  function isBeyond(what: keyof DataAmount): boolean {
    return after[what] > quota[what] && after[what] > before[what];
  }
}

/**
 * Adds to the count.
 * @returns false when the owner has no count yet, or would exceed the quota
 */
async function add(
  manager: EntityManager,
  owner: DataOwner,
  { keys, bytes }: DataAmount,
  quota: DataAmount,
): Promise<boolean> {
  const query = manager
    .createQueryBuilder()
    .update(DataUsage)
    .set({ keyCount: () => 'key_count + :keys', byteCount: () => 'byte_count + :bytes' })
    .where(pick(owner))
    .setParameters({ keys, bytes });
  if (keys > 0) query.andWhere('key_count <= :mostKeys', { mostKeys: quota.keys - keys });
  if (bytes > 0) query.andWhere('byte_count <= :mostBytes', { mostBytes: quota.bytes - bytes });
  const { affected } = await query.execute();
  return affected === 1;
}

/** Creates the owner's count if it is missing, and locks it. */
async function begin(manager: EntityManager, owner: DataOwner): Promise<void> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(DataUsage)
    .values({ ...pick(owner), keyCount: 0, byteCount: 0 })
    .orUpdate(['scope'], OWNER)
    .updateEntity(false)
    .execute();
}

function pick({ applicationId, scope, ownerId }: DataOwner): DataOwner {
  return { applicationId, scope, ownerId };
}
