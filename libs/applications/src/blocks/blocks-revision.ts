import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { ServerState } from '@app/database';

const NAME = 'blocks_revision';

/** Tells every server process that blocks have changed; to be called in the transaction that changes them. */
export async function raiseBlocksRevision(manager: EntityManager): Promise<void> {
  // A text never used before, not a number one higher: nothing to read first, and two writers cannot write the same.
  await manager.upsert(ServerState, { name: NAME, value: randomUUID() }, ['name']);
}

/** @returns undefined when no block was ever changed */
export async function readBlocksRevision(manager: EntityManager): Promise<string | undefined> {
  return (await manager.findOneBy(ServerState, { name: NAME }))?.value;
}
