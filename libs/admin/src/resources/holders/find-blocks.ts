import type { EntityManager } from 'typeorm';
import { BlockSet, type NamedKind } from '@app/applications';
import { Block } from '@app/database';

/** The parts of a request that blocks can match. */
export interface Blockable {
  readonly applicationId: number;
  /** The names in the request (card, user, device id), each under the kind of block that can match it. */
  readonly names: Partial<Record<NamedKind, string>>;
  /** Address of the client; `null` if unknown. */
  readonly ip: string | null;
}

/**
 * Returns the blocks in force that match a request. Blocks that apply to all applications come first.
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
    .andWhere(`(block.kind = 'ip' OR block.pattern IN (:...names) OR block.pattern LIKE '%*%')`, {
      names: Object.values(names),
    })
    .orderBy('block.id')
    .getMany();
  const inForce = blocks.filter((block) => {
    // The client API's own rules decide whether a block matches.
    const set = new BlockSet();
    set.add(block);
    if (block.kind === 'ip') return ip !== null && set.addresses.blockedUntil(ip, now) > now;
    const name = names[block.kind];
    return name !== undefined && set.has(block.kind, name, now);
  });
  return inForce.toSorted((a, b) => Number(a.applicationId !== null) - Number(b.applicationId !== null));
}
