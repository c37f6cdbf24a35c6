import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { KeyedSemaphore } from './keyed-semaphore.js';
import { ServiceUnavailableError } from './service-unavailable-error.js';

function begin(lines: KeyedSemaphore, key: string) {
  const end = Promise.withResolvers<void>();
  const state = { hasBegun: false };
  const ended = lines.run(key, () => {
    state.hasBegun = true;
    return end.promise;
  });
  return { state, end: end.resolve, ended };
}

describe('KeyedSemaphore', () => {
  it('serializes callers of the same key, but not of different keys', async () => {
    const lines = new KeyedSemaphore(1);
    const [first, second, other] = [begin(lines, 'a'), begin(lines, 'a'), begin(lines, 'b')];
    await setImmediate();
    expect([first, second, other].map(({ state }) => state.hasBegun)).toEqual([true, false, true]);
    expect(lines.waiting).toBe(1);
    first.end();
    await first.ended;
    second.end();
    await second.ended;
    expect(second.state.hasBegun).toBe(true);
    expect(lines.waiting).toBe(0);
    other.end();
    await other.ended;
  });

  it('limits waiters per key, continues after failed work, and removes unused keys', async () => {
    const lines = new KeyedSemaphore(1, { maxWaiting: 0 });
    const first = begin(lines, 'a');
    await expect(lines.run('a', async () => 1)).rejects.toThrow(ServiceUnavailableError);
    expect(await lines.run('b', async () => 2)).toBe(2);
    first.end();
    await first.ended;
    await expect(lines.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await lines.run('a', async () => 3)).toBe(3);
    expect((lines as unknown as { semaphores: Map<string, unknown> }).semaphores.size).toBe(0);
  });
});
