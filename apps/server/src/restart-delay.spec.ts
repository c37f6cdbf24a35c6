import { describe, expect, it } from '@jest/globals';
import { restartDelayMs } from './restart-delay.js';

describe('restartDelayMs', () => {
  it.each([
    [0, 0, 500],
    [9_999, 0, 500],
    [10_000, 0, 0],
    [10_000, 5, 0],
    [100, 1, 1000],
    [100, 5, 16_000],
    [100, 6, 30_000],
    [100, 2000, 30_000],
  ])(
    'a process that lived for %d ms, after %d quick deaths, is replaced after %d ms',
    (lifeMs, quickDeaths, pause) => {
      expect(restartDelayMs(lifeMs, quickDeaths)).toBe(pause);
    },
  );
});
