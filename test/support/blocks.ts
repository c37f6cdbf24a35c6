import { BlockDirectory } from '@app/applications';
import { Block } from '@app/database';
import type { TestServer } from './test-server.js';

/** Adds a block without an end, and makes the server notice it. */
export async function addBlock(
  server: TestServer,
  block: Pick<Block, 'kind' | 'pattern' | 'applicationId'>,
): Promise<void> {
  const now = server.clock.now();
  const rest = { reason: 'a test', expiresAt: null, createdAt: now, updatedAt: now };
  await server.dataSource.manager.insert(Block, { ...block, ...rest });
  await server.get(BlockDirectory).refresh();
}

/** Removes all blocks, and makes the server notice it. */
export async function clearBlocks(server: TestServer): Promise<void> {
  await server.dataSource.getRepository(Block).clear();
  await server.get(BlockDirectory).refresh();
}
