import { describe, expect, it } from '@jest/globals';
import { UNBIND_POLICIES, type UnbindPolicy } from '@app/database';
import { refuseUnbind, unbindEffect } from './unbind.js';

const NOW = 1_000_000_000_000;
const HOUR = 3_600_000;

const card = (expiresAt: number | null, status: 'activated' | 'unused' = 'activated') => ({
  status,
  expiresAt,
  unbindLimit: null,
  unbindsUsed: 0,
});

describe('refuseUnbind', () => {
  it.each([
    { unbindLimit: null, unbindsUsed: 1_000_000, refusal: undefined },
    { unbindLimit: 2, unbindsUsed: 0, refusal: undefined },
    { unbindLimit: 2, unbindsUsed: 1, refusal: undefined },
    { unbindLimit: 2, unbindsUsed: 2, refusal: 'UNBINDS_EXHAUSTED' },
    { unbindLimit: 2, unbindsUsed: 3, refusal: 'UNBINDS_EXHAUSTED' },
    { unbindLimit: 0, unbindsUsed: 0, refusal: 'UNBINDS_EXHAUSTED' },
  ])('limit $unbindLimit with $unbindsUsed used: $refusal', ({ refusal, ...attempts }) => {
    for (const policy of UNBIND_POLICIES.filter((policy) => policy !== 'disabled')) {
      expect(refuseUnbind({ ...card(null), ...attempts }, policy)).toBe(refusal);
    }
  });

  it.each([null, 5, 0])('the policy disabled comes before the attempts (limit %p)', (unbindLimit) => {
    expect(refuseUnbind({ ...card(null), unbindLimit }, 'disabled')).toBe('UNBIND_DISABLED');
  });
});

describe('unbindEffect', () => {
  it.each<[UnbindPolicy, string, number, number | undefined]>([
    ['unbind_only', 'leaves the expiry', NOW + HOUR, NOW + HOUR],
    ['unbind_only', 'leaves an expiry that has passed', NOW - HOUR, NOW - HOUR],
    ['add_hours', 'adds the hours', NOW + HOUR, NOW + 25 * HOUR],
    ['deduct_hours', 'deducts the hours', NOW + 100 * HOUR, NOW + 76 * HOUR],
    ['deduct_hours', 'is possible when the least bit more is left', NOW + 24 * HOUR + 1, NOW + 1],
    ['deduct_hours', 'is refused when exactly the deduction is left', NOW + 24 * HOUR, undefined],
    ['deduct_hours', 'is refused when less is left', NOW + HOUR, undefined],
    ['deduct_hours', 'is refused when nothing is left', NOW - HOUR, undefined],
  ])('%s %s', (policy, _, expiresAt, expected) => {
    const effect = expected === undefined ? undefined : { reset: false, expiresAt: expected };
    expect(unbindEffect(card(expiresAt), policy, 24, NOW)).toEqual(effect);
  });

  it.each<UnbindPolicy>(['unbind_only', 'add_hours', 'deduct_hours'])(
    '%s leaves a permanent card permanent',
    (policy) => {
      expect(unbindEffect(card(null), policy, 24, NOW)).toEqual({ reset: false, expiresAt: null });
    },
  );

  it.each([
    ['with time left', NOW + HOUR],
    ['that has expired', NOW - HOUR],
    ['that is permanent', null],
  ])('reset_to_unused resets a card %s', (_, expiresAt) => {
    expect(unbindEffect(card(expiresAt), 'reset_to_unused', 24, NOW)).toEqual({ reset: true });
  });
});
