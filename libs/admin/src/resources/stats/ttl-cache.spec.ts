import { describe, expect, it } from '@jest/globals';
import { TtlCache } from './ttl-cache.js';

/** Returns a loader that resolves to the number of its calls as soon as the test allows it. */
function questions() {
  let asked = 0;
  let gate = Promise.resolve();
  return {
    ask: async () => {
      const answer = ++asked;
      await gate;
      return answer;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
}

describe('TtlCache', () => {
  it('reloads a stale value, whichever way the clock moved', async () => {
    const kept = new TtlCache<string, number>(1000);
    const { ask } = questions();
    const at = (now: number) => kept.get('a', now, ask);
    expect(await at(5000)).toBe(1);
    expect(await at(5999)).toBe(1);
    expect(await at(4001)).toBe(1);
    expect(await at(6000)).toBe(2);
    expect(await at(5000)).toBe(3);
  });

  it('keeps one value for each key', async () => {
    const kept = new TtlCache<number, number>(1000);
    const { ask } = questions();
    expect(await kept.get(1, 0, ask)).toBe(1);
    expect(await kept.get(2, 0, ask)).toBe(2);
    expect(await kept.get(1, 0, ask)).toBe(1);
  });

  it('shares a load in progress, however long the load takes', async () => {
    const kept = new TtlCache<string, number>(1000);
    const { ask, hold } = questions();
    const letGo = hold();
    const answers = [0, 0, 500, 5000].map((now) => kept.get('a', now, ask));
    letGo();
    expect(await Promise.all(answers)).toEqual([1, 1, 1, 1]);
  });

  it('does not cache a failure, and passes it to all waiting callers', async () => {
    const kept = new TtlCache<string, number>(1000);
    const fail = () => Promise.reject(new Error('no'));
    const first = kept.get('a', 0, fail);
    const second = kept.get('a', 0, () => Promise.resolve(1));
    await expect(first).rejects.toThrow('no');
    await expect(second).rejects.toThrow('no');
    expect(await kept.get('a', 0, () => Promise.resolve(2))).toBe(2);
  });
});
