import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { LargeBodies } from './large-bodies.js';

describe('LargeBodies', () => {
  it('drops the largest body of the address that holds most, and no other', () => {
    const bodies = new LargeBodies(100);
    const dropped: string[] = [];
    const hold = (address: string, name: string) => bodies.hold(address, () => dropped.push(name));
    hold('a', 'a1').add(40);
    hold('b', 'b1').add(45);
    const last = hold('a', 'a2');
    last.add(10);
    expect(dropped).toEqual([]);
    last.add(10);
    expect(dropped).toEqual(['a1']);
    hold('c', 'c1').add(40);
    expect(dropped).toEqual(['a1', 'b1']);
  });

  it('does not count released bytes', () => {
    const bodies = new LargeBodies(100);
    const dropped: string[] = [];
    for (let i = 0; i < 10; i++) {
      const body = bodies.hold('a', () => dropped.push(`${i}`));
      body.add(90);
      body.release();
    }
    expect(dropped).toEqual([]);
  });

  it('lets one body be parsed in each turn of the event loop, and addresses take turns', async () => {
    const bodies = new LargeBodies();
    const parsed: string[] = [];
    const perTurn: number[] = [];
    const parse = async (address: string) => {
      await bodies.turn(address);
      parsed.push(address);
    };
    const all = Promise.all([...Array<string>(4).fill('a'), 'b', 'b'].map(parse));
    for (let before = 0; parsed.length < 6; before = parsed.length) {
      await setImmediate();
      perTurn.push(parsed.length - before);
    }
    await all;
    expect(Math.max(...perTurn)).toBe(1);
    expect(parsed.slice(0, 4).toSorted()).toEqual(['a', 'a', 'b', 'b']);
  });
});
