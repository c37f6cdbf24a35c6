import type { DataSource, EntityManager } from 'typeorm';
import { HOUR_MS, KeyThrottle } from '@app/platform';
import { DataUsage } from './entities/data-usage.entity.js';
import { RemoteData } from './entities/remote-data.entity.js';

/** Owner of remote data. */
export type DataOwner = Pick<RemoteData, 'applicationId' | 'scope' | 'ownerId'>;

/** Number of keys, and number of bytes of the keys and values in UTF-8. */
export interface DataAmount {
  readonly keys: number;
  readonly bytes: number;
}

/** The write would exceed the owner's quota. */
export class DataQuotaError extends Error {}

const OWNER = ['application_id', 'scope', 'owner_id'];

/** Owners refused after a recount. A recount reads all data of the owner, so it must not be frequent. */
const REFUSED = new WeakMap<DataSource, KeyThrottle>();

/** Returns the number of bytes that a value adds to the usage. */
export function dataBytes({ key, value }: Pick<RemoteData, 'key' | 'value'>): number {
  return Buffer.byteLength(key) + Buffer.byteLength(value);
}

/** Returns an owner's current usage. */
export async function dataUsage(manager: EntityManager, owner: DataOwner): Promise<DataAmount> {
  const found = await manager.findOneBy(DataUsage, pick(owner));
  return { keys: found?.keyCount ?? 0, bytes: found?.byteCount ?? 0 };
}

/**
 * Updates an owner's usage. Call this function in the transaction of a write, after the write itself. All transactions
 * then lock rows in the same order, and lock the count only briefly. Reducing usage is always possible, even above the
 * quota. Before a write is refused, the usage is recalculated. In the hour after this refusal, further writes of the
 * owner that exceed the quota are refused without a recalculation.
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
  if (await add(manager, owner, more, quota)) return;
  // The count may be too high: during a rolling update, an older server version may delete data without counting it.
  const refused = REFUSED.getOrInsertComputed(manager.dataSource, () => new KeyThrottle(HOUR_MS, 10_000));
  const key = `${owner.applicationId} ${owner.scope} ${owner.ownerId}`;
  if (refused.hasPassed(key, performance.now())) throw new DataQuotaError();
  const stored = await storedData(manager, owner);
  if (isBeyond('keys') || isBeyond('bytes')) {
    refused.pass(key, performance.now());
    throw new DataQuotaError();
  }
  await store(manager, owner, stored);

  function isBeyond(what: keyof DataAmount): boolean {
    return more[what] > 0 && stored[what] > quota[what];
  }
}

/**
 * Recalculates an owner's usage, after writes whose individual sizes are unknown.
 * @throws DataQuotaError if the new usage exceeds both the quota and the previous usage
 */
export async function recountData(
  manager: EntityManager,
  owner: DataOwner,
  quota: DataAmount,
): Promise<void> {
  await begin(manager, owner);
  const before = await dataUsage(manager, owner);
  const after = await storedData(manager, owner);
  if (isBeyond('keys') || isBeyond('bytes')) throw new DataQuotaError();
  await store(manager, owner, after);

  function isBeyond(what: keyof DataAmount): boolean {
    return after[what] > quota[what] && after[what] > before[what];
  }
}

/**
 * Adds to the count.
 * @returns false if the owner has no count yet, or the usage would exceed the quota
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

/** Calculates an owner's usage from the stored data. Call this function while the count is locked. */
async function storedData(manager: EntityManager, owner: DataOwner): Promise<DataAmount> {
  const sums = await manager
    .createQueryBuilder(RemoteData, 'row')
    .select('COUNT(*)', 'keys')
    .addSelect('COALESCE(SUM(OCTET_LENGTH(row.key) + OCTET_LENGTH(row.value)), 0)', 'bytes')
    .where(pick(owner))
    .getRawOne<{ keys: unknown; bytes: unknown }>();
  return { keys: Number(sums!.keys), bytes: Number(sums!.bytes) };
}

async function store(manager: EntityManager, owner: DataOwner, { keys, bytes }: DataAmount): Promise<void> {
  await manager.update(DataUsage, pick(owner), { keyCount: keys, byteCount: bytes });
}

/**
 * Locks the owner's count, and creates it first if it is missing. A new count lacks data that another transaction has
 * written but not committed. The other transaction must wait for the lock, and then adds its data to the count.
 */
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
