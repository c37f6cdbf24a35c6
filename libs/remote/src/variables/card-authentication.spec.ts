import { describe, expect, it } from '@jest/globals';
import type { HolderStatus } from '@app/database';
import { isValidNow } from './card-authentication.js';

const NOW = 1_000_000_000_000;

describe('isValidNow', () => {
  it.each<[what: string, status: HolderStatus, frozen: boolean, expiresAt: number | null, valid: boolean]>([
    ['activated', 'activated', false, NOW + 1, true],
    ['permanent', 'activated', false, null, true],
    ['expiring this moment', 'activated', false, NOW, false],
    ['expired', 'activated', false, NOW - 1, false],
    ['frozen', 'activated', true, NOW + 1, false],
    ['frozen and permanent', 'activated', true, null, false],
    ['unused', 'unused', false, null, false],
    ['consumed', 'consumed', false, null, false],
    ['consumed while its time ran', 'consumed', false, NOW + 1, false],
  ])('%s', (_, status, frozen, expiresAt, valid) => {
    expect(isValidNow({ status, frozen, expiresAt }, NOW)).toBe(valid);
  });
});
