import { describe, expect, it } from '@jest/globals';
import { KeyThrottle } from './key-throttle.js';

describe('KeyThrottle', () => {
  it.each([
    {
      what: 'another key',
      calls: [
        ['a', 0],
        ['b', 0],
      ],
      passed: [true, true],
    },
    {
      what: 'the same key within the period',
      calls: [
        ['a', 0],
        ['a', 999],
      ],
      passed: [true, false],
    },
    {
      what: 'the same key after the period',
      calls: [
        ['a', 0],
        ['a', 1000],
      ],
      passed: [true, true],
    },
    {
      what: 'a key refused meanwhile, whose period goes on from its last pass',
      calls: [
        ['a', 0],
        ['a', 999],
        ['a', 1000],
        ['a', 1999],
        ['a', 2000],
      ],
      passed: [true, false, true, false, true],
    },
    {
      what: 'a key whose period ends before that of another',
      calls: [
        ['a', 0],
        ['b', 500],
        ['a', 1000],
        ['b', 1000],
        ['b', 1500],
      ],
      passed: [true, true, true, false, true],
    },
    {
      what: 'a request that began earlier and comes later',
      calls: [
        ['a', 1000],
        ['a', 500],
      ],
      passed: [true, false],
    },
    {
      what: 'a clock set back',
      calls: [
        ['a', 10_000],
        ['a', 0],
        ['a', 1],
      ],
      passed: [true, true, false],
    },
  ] as { what: string; calls: [string, number][]; passed: boolean[] }[])('$what', ({ calls, passed }) => {
    const once = new KeyThrottle(1000);
    expect(calls.map(([key, now]) => once.pass(key, now))).toEqual(passed);
  });

  it('holds a limited number of keys and lets all others pass', () => {
    const once = new KeyThrottle(1000, 2);
    expect(['a', 'b', 'c', 'c', 'a'].map((key) => once.pass(key, 0))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect([once.pass('c', 1000), once.pass('c', 1001)]).toEqual([true, false]);
  });
});
