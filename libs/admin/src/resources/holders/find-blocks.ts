import { Brackets, type EntityManager } from 'typeorm';
import { BlockSet, type NamedKind } from '@app/applications';
import { Block } from '@app/database';

/** What of a request blocks can be about. */
export interface Blockable {
  readonly applicationId: number;
  /** Of those that are known, by the kind of block. */
  readonly names: Partial<Record<NamedKind, string>>;
  /** null: not known. */
  readonly ip: string | null;
}

/**
 * The blocks in force that a request runs into, those of all applications first.
 * @param now epoch milliseconds
 */
export async function findBlocks(
  manager: EntityManager,
  { applicationId, names, ip }: Blockable,
  now: number,
): Promise<Block[]> {
  const blocks = await manager
    .createQueryBuilder(Block, 'block')
    .where('(block.applicationId = :applicationId OR block.applicationId IS NULL)', { applicationId })
    .andWhere(
      new Brackets((either) =>
        either
          .where("block.kind = 'ip'")
          .orWhere('block.pattern IN (:...names)', { names: Object.values(names) })
          .orWhere("block.pattern LIKE '%*%'"),
      ),
    )
    .orderBy('block.id')
    .getMany();
  const inForce = blocks.filter((block) => {
    // By the very rules of the client API.
    const set = new BlockSet();
    set.add(block);
    if (block.kind === 'ip') return ip !== null && set.addresses.blockedUntil(ip, now) > now;
    const name = names[block.kind];
    return name !== undefined && set.has(block.kind, name, now);
  });
  return inForce.toSorted((a, b) => Number(a.applicationId !== null) - Number(b.applicationId !== null));
}
