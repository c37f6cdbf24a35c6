import { describe, expect, it } from '@jest/globals';
import { isExpired, isPermanent } from './validity.js';

const NOW = 1_000_000_000_000;

describe('isExpired', () => {
  it.each([
    ['after its expiry', NOW - 1, true],
    ['exactly at its expiry', NOW, true],
    ['a millisecond before its expiry', NOW + 1, false],
    ['without an expiry', null, false],
  ])('%s', (_, expiresAt, expected) => {
    expect(isExpired({ expiresAt }, NOW)).toBe(expected);
  });
});

describe('isPermanent', () => {
  it.each([
    ['activated', null, true],
    ['activated', NOW, false],
    ['unused', null, false],
    ['consumed', null, false],
  ] as const)('%s with expiry %p', (status, expiresAt, expected) => {
    expect(isPermanent({ status, expiresAt })).toBe(expected);
  });
});
