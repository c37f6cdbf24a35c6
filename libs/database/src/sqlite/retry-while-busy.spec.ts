import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { retryWhileBusy } from './retry-while-busy.js';

describe('retryWhileBusy', () => {
  it.each([
    ['SQLITE_BUSY', 3],
    ['SQLITE_BUSY_RECOVERY', 3],
    ['SQLITE_FULL', 1],
    ['SQLITE_CONSTRAINT_UNIQUE', 1],
  ])('if work fails twice with %s, makes %i attempts', async (code, expected) => {
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      if (attempts < 3) throw new QueryFailedError('SELECT 1', [], Object.assign(new Error(), { code }));
    };
    await retryWhileBusy(work).catch(() => undefined);
    expect(attempts).toBe(expected);
  });
});
