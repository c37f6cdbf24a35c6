import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { ServerState } from '@app/database';

const NAME = 'blocks_revision';

/** Marks the blocks as changed for all server processes. Call it in the transaction that changes blocks. */
export async function raiseBlocksRevision(manager: EntityManager): Promise<void> {
  // Unlike a counter, a unique text requires no read before the write, and two writers never write the same value.
  await manager.upsert(ServerState, { name: NAME, value: randomUUID() }, ['name']);
}

/** @returns `undefined` if no block was ever changed */
export async function readBlocksRevision(manager: EntityManager): Promise<string | undefined> {
  return (await manager.findOneBy(ServerState, { name: NAME }))?.value;
}
