import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

describe('FairQueue', () => {
  const filled = (max: number, items: [owner: number, item: string][]) => {
    const queue = new FairQueue<string>(max, 1000);
    const taken = items.map(([owner, item]) => queue.push(owner, item, 1));
    return { queue, taken };
  };
  const all = (queue: FairQueue<string>) => {
    const items: string[] = [];
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
    return items;
  };

  it('keeps the order of one owner', () => {
    expect(all(filled(10, [[1, 'a'], [1, 'b'], [1, 'c']]).queue)).toEqual(['a', 'b', 'c']); // prettier-ignore
  });

  it('lets owners take turns', () => {
    const { queue } = filled(20, [[1, 'a'], [1, 'b'], [1, 'c'], [2, 'x'], [3, 'q'], [2, 'y']]); // prettier-ignore
    expect(all(queue)).toEqual(['a', 'x', 'q', 'b', 'y', 'c']);
  });

  it('gives one owner half of its places', () => {
    const { taken } = filled(4, [[1, 'a'], [1, 'b'], [1, 'c'], [2, 'x'], [2, 'y'], [3, 'q']]); // prettier-ignore
    expect(taken).toEqual([true, true, false, true, true, false]);
  });

  it('has no place at all with a size of 0', () => {
    expect(filled(0, [[1, 'a']]).taken).toEqual([false]);
  });

  it('forgets what is removed, and only that', () => {
    const { queue } = filled(4, [[1, 'a'], [1, 'b'], [2, 'x']]); // prettier-ignore
    queue.remove(1, 'a');
    queue.remove(1, 'a');
    queue.remove(3, 'x');
    expect(queue.push(2, 'y', 1)).toBe(true);
    expect(queue.push(1, 'c', 1)).toBe(true);
    expect(queue.drain().toSorted()).toEqual(['b', 'c', 'x', 'y']);
    expect(queue.shift()).toBeUndefined();
  });

  it('is bounded by bytes, half of them of one owner, and has room again for what left', () => {
    const queue = new FairQueue<string>(100, 10);
    expect(queue.push(1, 'a', 6)).toBe(false);
    expect(queue.push(1, 'a', 5)).toBe(true);
    expect(queue.push(1, 'b', 1)).toBe(false);
    expect(queue.push(2, 'x', 4)).toBe(true);
    expect(queue.push(3, 'q', 2)).toBe(false);
    expect(queue.shift()).toBe('a');
    queue.remove(2, 'x');
    expect(queue.push(3, 'q', 5)).toBe(true);
    queue.drain();
    expect(queue.push(1, 'b', 5)).toBe(true);
  });
});
