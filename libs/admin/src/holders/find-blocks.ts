import { Brackets, type EntityManager } from 'typeorm';
import { BlockSet } from '@app/auth-signature';
import { Block } from '@app/database';

/** What of a request blocks can be about. */
export interface Blockable {
  readonly applicationId: number;
  /** As the client sends them, such as `card` and `device_id`. */
  readonly parameters: ReadonlyMap<string, string>;
  /** null: not known. */
  readonly ip: string | null;
}

/**
 * The blocks in force that a request runs into, those of all applications first.
 * @param now epoch milliseconds
 */
export async function findBlocks(
  manager: EntityManager,
  { applicationId, parameters, ip }: Blockable,
  now: number,
): Promise<Block[]> {
  const blocks = await manager
    .createQueryBuilder(Block, 'block')
    .where('(block.applicationId = :applicationId OR block.applicationId IS NULL)', { applicationId })
    .andWhere(
      new Brackets((either) =>
        either
          .where("block.kind = 'ip'")
          .orWhere('block.pattern IN (:...names)', { names: [...parameters.values()] })
          .orWhere("block.pattern LIKE '%*%'"),
      ),
    )
    .orderBy('block.id')
    .getMany();
  const inForce = blocks.filter((block) => {
    // By the very rules of the client API.
    const set = new BlockSet();
    set.add(block);
    return block.kind === 'ip'
      ? ip !== null && set.addresses.blockedUntil(ip, now) > now
      : set.hasNameIn(parameters, now);
  });
  return inForce.toSorted((a, b) => Number(a.applicationId !== null) - Number(b.applicationId !== null));
}
