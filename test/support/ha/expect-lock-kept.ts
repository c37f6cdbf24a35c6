import { expect } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { serverLock } from '@app/database';
import type { DatabaseCluster } from '../database-cluster.js';
import { openTestDataSource } from '../open-data-source.js';
import { eventually } from '../server-process.js';
import type { TestDatabase } from '../test-database.js';

/**
 * Kills the writer, and expects that a server process can take its lock again, although the next writer does not know
 * this lock.
 * @param nodes connections to each node
 */
export async function expectLockKept(
  cluster: DatabaseCluster,
  database: TestDatabase,
  nodes: readonly DataSource[],
): Promise<void> {
  const through = await openTestDataSource(database.environment);
  const redisIdentity = async () => 'redis';
  const held = serverLock(through, { id: 'held', redisIdentity });
  expect(await held.take()).toBe('taken');
  // Moves the time into the future, so that the process counts as seen just now, even on a slow machine.
  await through.query('UPDATE server_processes SET seen_at = seen_at + 3600000');
  const writer = await cluster.writer();
  await cluster.kill(writer);
  try {
    const next = await cluster.writer();
    expect(next).not.toBe(writer);
    expect(
      await eventually(() =>
        serverLock(nodes[next]!)
          .take()
          .catch(() => undefined),
      ),
    ).toBe('apart');
    const again = await eventually(async () => {
      if (await held.renew()) return 'held';
      return held.take().catch(() => undefined);
    });
    expect(again).toBe('taken');
    expect(
      await eventually(() =>
        serverLock(through)
          .take()
          .catch(() => undefined),
      ),
    ).toBe('shared');
    // The proxy stays with the next writer when the former one is back.
    await cluster.startAgain(writer, 'with its data');
    expect(await cluster.writer()).toBe(next);
  } finally {
    await held.release();
    await through.destroy();
  }
}
