import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { runAsRequest, ServiceUnavailableError, setParty } from '@app/platform';
import { connectionWaitMs, setDatabaseWait } from './database-wait.js';
import { GroupCommit } from './group-commit.js';

const MYSQL = { options: { type: 'mysql' } } as DataSource;

/** Functions that finish all commits of the running test. */
const releases: (() => void)[] = [];

/** A commit that lasts until the test finishes it or is over. */
function heldCommit() {
  let isReleased = false;
  const batches: { items: readonly number[]; finish: (error?: Error) => void }[] = [];
  const commit = (items: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      const finish = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => item * 10)));
      batches.push({ items, finish });
      if (isReleased) finish();
    });
  releases.push(() => {
    isReleased = true;
    for (const { finish } of batches) finish();
  });
  return { batches, group: new GroupCommit<number, number>(MYSQL, 'the same row', commit) };
}

/** Ignores the outcome of an item that still waits when its test ends. */
const ignore = () => undefined;

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

// Otherwise the timers of waiting items would keep the process of the tests alive.
afterEach(() => {
  for (const release of releases.splice(0)) release();
});

describe('GroupCommit', () => {
  it('commits the first item immediately, and then the waiting items together, in order', async () => {
    const { batches, group } = heldCommit();
    const results = numbers(1, 4).map((item) => group.run('row', item));
    expect(batches.map(({ items }) => items)).toEqual([[1]]);
    batches[0]!.finish();
    await setImmediate();
    expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
    batches[1]!.finish();
    expect(await Promise.all(results)).toEqual([10, 20, 30, 40]);
  });

  it('commits the items of different rows independently', () => {
    const { batches, group } = heldCommit();
    group.run('one', 1).catch(ignore);
    group.run('two', 2).catch(ignore);
    expect(batches.map(({ items }) => items)).toEqual([[1], [2]]);
  });

  it('commits at most 100 items at a time', async () => {
    const { batches, group } = heldCommit();
    for (const item of numbers(0, 250)) group.run('row', item).catch(ignore);
    for (const index of numbers(0, 4)) {
      batches[index]!.finish();
      await setImmediate();
    }
    expect(batches.map(({ items }) => items.length)).toEqual([1, 100, 100, 49]);
  });

  it('rejects all items of a failed batch, and continues with the next batch', async () => {
    const { batches, group } = heldCommit();
    const first = group.run('row', 1);
    const others = [group.run('row', 2), group.run('row', 3)];
    batches[0]!.finish();
    await first;
    await setImmediate();
    const next = group.run('row', 4);
    batches[1]!.finish(new Error('lost'));
    const outcomes = await Promise.allSettled(others);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await setImmediate();
    batches[2]!.finish();
    expect(await next).toBe(40);
  });

  it('starts again after it was idle', async () => {
    const { batches, group } = heldCommit();
    const first = group.run('row', 1);
    batches[0]!.finish();
    await first;
    await setImmediate();
    group.run('row', 2).catch(ignore);
    expect(batches).toHaveLength(2);
  });

  it('lets parties take turns', async () => {
    const { batches, group } = heldCommit();
    const by = (address: string, item: number) =>
      runAsRequest(() => {
        setParty(() => ['applications', '1', address]);
        return group.run('row', item);
      });
    by('busy', 0).catch(ignore);
    for (const item of numbers(1, 150)) by('busy', item).catch(ignore);
    by('other', 1000).catch(ignore);
    batches[0]!.finish();
    await setImmediate();
    expect(batches[1]!.items.slice(0, 3)).toEqual([1, 1000, 2]);
  });

  it('refuses the last waiter of the party with the most waiters when 2,000 wait', async () => {
    const { group } = heldCommit();
    const refused: number[] = [];
    const by = (address: string, item: number) =>
      runAsRequest(() => {
        setParty(() => ['applications', '1', address]);
        group.run('row', item).catch(() => refused.push(item));
      });
    for (const item of numbers(0, 2001)) by('busy', item);
    by('other', 5000);
    await setImmediate();
    expect(refused).toEqual([2000]);
    by('busy', 6000);
    await setImmediate();
    expect(refused).toEqual([2000, 6000]);
  });

  describe('with a database that hangs', () => {
    const wait = connectionWaitMs();
    beforeEach(() => setDatabaseWait(0.05));
    afterEach(() => setDatabaseWait(wait / 1000));

    it('refuses items that have waited too long, but not those in the transaction', async () => {
      const { batches, group } = heldCommit();
      const first = group.run('row', 1);
      const second = group.run('row', 2);
      await expect(second).rejects.toThrow(ServiceUnavailableError);
      batches[0]!.finish();
      expect(await first).toBe(10);
      expect(batches).toHaveLength(1);
    });
  });
});
