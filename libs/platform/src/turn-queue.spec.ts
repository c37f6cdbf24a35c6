import { describe, expect, it } from '@jest/globals';
import { type Party, TurnQueue } from './turn-queue.js';

/** The item `1a` belongs to the party `1`, and `x1a` to the party `1` in the group `x`. */
function partyOf(item: string): Party {
  return item.slice(0, -1).split('');
}

function filled(most: number, ...items: string[]) {
  const lost: string[] = [];
  const queue = new TurnQueue<string>(most, (item) => lost.push(item));
  const refused = items.filter((item) => !queue.push(partyOf(item), item));
  return { queue, lost, refused };
}

describe('TurnQueue', () => {
  it.each([
    ['keeps the order of one party', ['1a', '1b', '1c'], ['1a', '1b', '1c']],
    ['lets parties take turns', ['1a', '1b', '1c', '2x', '3q', '2y'], ['1a', '2x', '3q', '1b', '2y', '1c']],
    [
      'lets groups take turns, and in a group its parties',
      ['x1a', 'x1b', 'x2a', 'x3a', 'y1a', 'y1b'],
      ['x1a', 'y1a', 'x2a', 'y1b', 'x3a', 'x1b'],
    ],
  ])('%s', (_, items, order) => {
    const { queue } = filled(10, ...items);
    expect(queue.drain()).toEqual(order);
    expect(queue.size).toBe(0);
  });

  it.each<[what: string, most: number, items: string[], lost: string[], refused: string[]]>([
    ['refuses items of a single party beyond the capacity', 2, ['1a', '1b', '1c'], [], ['1c']],
    ['refuses every item if the capacity is 0', 0, ['1a'], [], ['1a']],
    ['evicts an item of the largest party for another party', 4, ['1a', '1b', '1c', '1d', '2a'], ['1d'], []],
    ['shares evenly', 4, ['1a', '1b', '1c', '1d', '2a', '2b', '2c'], ['1d', '1c'], ['2c']],
    ['never evicts the only item of a party', 2, ['1a', '2a', '3a'], [], ['3a']],
    [
      'makes room for a third party when two parties fill the queue',
      4,
      ['1a', '1b', '2a', '2b', '3a', '3b'],
      ['1b'],
      ['3b'],
    ],
    [
      'evicts from the largest party of the largest group',
      5,
      ['x1a', 'x2a', 'x2b', 'x2c', 'x3a', 'y1a'],
      ['x2c'],
      [],
    ],
    ['shares evenly within a group too', 3, ['x1a', 'x1b', 'x1c', 'x2a', 'x2b'], ['x1c'], ['x2b']],
  ])('%s', (_, most, items, lost, refused) => {
    const filling = filled(most, ...items);
    expect([filling.lost, filling.refused]).toEqual([lost, refused]);
    const kept = items.filter((item) => !lost.includes(item) && !refused.includes(item));
    expect(filling.queue.size).toBe(kept.length);
    expect(filling.queue.drain().toSorted()).toEqual(kept.toSorted());
  });

  it('evicts as many items of the largest party as a heavy item of another party needs', () => {
    const { queue, lost } = filled(6, '1a', '1b', '1c', '1d', '1e', '2x');
    expect([queue.push(['3'], '3q', 2), queue.size, lost]).toEqual([true, 5, ['1e', '1d']]);
    expect([queue.push(['3'], '3r', 2), lost]).toEqual([false, ['1e', '1d']]);
    expect([queue.push(['4'], '4a', 7), queue.size]).toEqual([false, 5]);
    expect(queue.drain()).toEqual(['1a', '2x', '3q', '1b', '1c']);
    expect([queue.push(['5'], '5a', 6), queue.push(['6'], '6a')]).toEqual([true, true]);
  });

  it('serves the group that has used less', () => {
    const { queue } = filled(10, '1a', '1b', '2x', '2y', '3q');
    queue.charge(['1'], 5);
    queue.charge(['2'], 3);
    expect(queue.drain()).toEqual(['3q', '2x', '2y', '1a', '1b']);
  });

  it.each([
    ['expensive and cheap turns', 1000, 1],
    ['turns of similar cost', 3, 2],
  ])('shares cost, not turns: %s', (_, cost, otherCost) => {
    const { queue } = filled(10, '1a', '1b', '2a', '2b');
    const used = { 1: 0, 2: 0 };
    while (used[1] + used[2] < 20_000) {
      const item = queue.shift()!;
      const who = item[0] as '1' | '2';
      const price = who === '1' ? cost : otherCost;
      used[who] += price;
      queue.charge([who], price);
      queue.push([who], item);
      expect(Math.abs(used[1] - used[2])).toBeLessThanOrEqual(cost);
    }
  });

  it('remembers what an absent group has used until others have used as much', () => {
    const { queue } = filled(10);
    const orderOf = (...items: string[]) => {
      for (const item of items) queue.push(partyOf(item), item);
      return queue.drain();
    };
    queue.charge(['1'], 5);
    expect(orderOf('1a', '2a')).toEqual(['2a', '1a']);
    // Party 1 has no debt any more, since it has had a turn.
    expect(orderOf('1a', '2a')).toEqual(['1a', '2a']);
    queue.charge(['1'], 5);
    queue.charge(['2'], 5);
    expect(orderOf('2a', '3a', '1a')).toEqual(['3a', '1a', '2a']);
  });

  it('does not count what a group used while nobody waited', () => {
    const { queue } = filled(10);
    for (let i = 0; i < 100; i++) {
      queue.pass(['1', 'x']);
      queue.charge(['1'], 1000);
    }
    queue.push(['1', 'x'], '1xa');
    queue.push(['2', 'x'], '2xa');
    queue.charge(['2'], 1001);
    expect(queue.drain()).toEqual(['1xa', '2xa']);
  });

  it('forgets removed items, and only those', () => {
    const { queue } = filled(3, '1a', '1b', '2x');
    for (const item of ['1a', '1a', '3x']) queue.remove(partyOf(item), item);
    expect([queue.size, queue.push(['2'], '2y'), queue.push(['1'], '1c')]).toEqual([2, true, false]);
    expect(queue.drain().toSorted()).toEqual(['1b', '2x', '2y']);
    expect(queue.shift()).toBeUndefined();
  });
});
