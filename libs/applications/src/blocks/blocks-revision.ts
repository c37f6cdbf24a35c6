import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { ServerState } from '@app/database';

const NAME = 'blocks_revision';

/** Marks the blocks as changed for every server process; call in the transaction that changes them. */
export async function raiseBlocksRevision(manager: EntityManager): Promise<void> {
  // A unique text instead of a counter: there is nothing to read first, and two writers never write the same value.
  await manager.upsert(ServerState, { name: NAME, value: randomUUID() }, ['name']);
}

/** @returns undefined when no block was ever changed */
export async function readBlocksRevision(manager: EntityManager): Promise<string | undefined> {
  return (await manager.findOneBy(ServerState, { name: NAME }))?.value;
}
