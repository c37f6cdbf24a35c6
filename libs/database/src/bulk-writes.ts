import {
  type EntityManager,
  type EntityTarget,
  type FindOptionsWhere,
  In,
  type QueryDeepPartialEntity,
} from 'typeorm';

/** Returns those of the given ids whose rows still exist. */
export async function existingIds<T extends { id: number }>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  ids: Iterable<number>,
): Promise<Set<number>> {
  const where = { id: In([...new Set(ids)]) } as FindOptionsWhere<T>;
  const found = await manager.find(entity, { select: { id: true } as never, where });
  return new Set(found.map(({ id }) => id));
}

/**
 * Inserts rows, but does not set the generated ids in the objects, so that the same objects can be inserted again if
 * the transaction fails.
 */
export async function insertCopies<T extends object>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  rows: QueryDeepPartialEntity<T>[],
): Promise<void> {
  await manager.createQueryBuilder().insert().into(entity).values(rows).updateEntity(false).execute();
}
