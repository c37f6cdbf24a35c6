import { describe, expect, it } from '@jest/globals';
import { stateOf } from './holder-state';

const NOW = 1_000_000;

describe('stateOf', () => {
  it.each([
    ['unused', { status: 'unused', frozen: false, expiresAt: null }],
    ['consumed', { status: 'consumed', frozen: false, expiresAt: NOW - 1 }],
    ['active', { status: 'activated', frozen: false, expiresAt: NOW + 1 }],
    ['active', { status: 'activated', frozen: false, expiresAt: null }],
    ['expired', { status: 'activated', frozen: false, expiresAt: NOW }],
    ['frozen', { status: 'activated', frozen: true, expiresAt: NOW - 1 }],
    ['frozen', { status: 'unused', frozen: true, expiresAt: null }],
  ] as const)('%s: %j', (state, holder) => {
    expect(stateOf(holder, NOW)).toBe(state);
  });
});
