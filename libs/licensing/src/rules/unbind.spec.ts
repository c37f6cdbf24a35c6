import { describe, expect, it } from '@jest/globals';
import { refundsTime, UNBIND_POLICIES, type UnbindPolicy } from '@app/database';
import { CARD, USER } from '../holder-kind.js';
import { cooldownEnd, decideUnbind, refuseUnbind, unbindEffect } from './unbind.js';

const NOW = 1_000_000_000_000;
const HOUR = 3_600_000;

const card = (expiresAt: number | null, status: 'activated' | 'unused' = 'activated') => ({
  status,
  expiresAt,
  unbindLimit: null,
  unbindsUsed: 0,
  unboundAt: null,
});

describe('refuseUnbind', () => {
  it.each([
    { unbindLimit: 2, unbindsUsed: 0, refusal: undefined },
    { unbindLimit: 2, unbindsUsed: 1, refusal: undefined },
    { unbindLimit: 2, unbindsUsed: 2, refusal: 'UNBINDS_EXHAUSTED' },
    { unbindLimit: 2, unbindsUsed: 3, refusal: 'UNBINDS_EXHAUSTED' },
    { unbindLimit: 0, unbindsUsed: 0, refusal: 'UNBINDS_EXHAUSTED' },
  ])('limit $unbindLimit with $unbindsUsed used: $refusal', ({ refusal, ...attempts }) => {
    for (const policy of UNBIND_POLICIES.filter((policy) => policy !== 'disabled')) {
      expect(refuseUnbind(CARD, { ...card(null), ...attempts }, policy, NOW)).toBe(refusal);
    }
  });

  it.each<[UnbindPolicy, string | undefined]>([
    ['unbind_only', undefined],
    ['deduct_hours', undefined],
    ['reset_to_unused', 'UNBINDS_EXHAUSTED'],
    ['add_hours', 'UNBINDS_EXHAUSTED'],
  ])('%s without a limit: %p, both with time left and permanent', (policy, refusal) => {
    for (const expiresAt of [NOW + HOUR, null]) {
      expect(refuseUnbind(CARD, { ...card(expiresAt), unbindsUsed: 1_000_000 }, policy, NOW)).toBe(refusal);
    }
  });

  it.each<[UnbindPolicy, string | undefined, string | undefined]>([
    ['unbind_only', undefined, undefined],
    ['reset_to_unused', 'CARD_EXPIRED', 'USER_EXPIRED'],
    ['deduct_hours', 'CARD_EXPIRED', 'USER_EXPIRED'],
    ['add_hours', 'CARD_EXPIRED', 'USER_EXPIRED'],
    ['disabled', 'UNBIND_DISABLED', 'UNBIND_DISABLED'],
  ])('%s of a holder that has just expired: card %p, user %p', (policy, ofCard, ofUser) => {
    const expired = { ...card(NOW), unbindLimit: 1 };
    expect(refuseUnbind(CARD, expired, policy, NOW)).toBe(ofCard);
    expect(refuseUnbind(USER, expired, policy, NOW)).toBe(ofUser);
    expect(refuseUnbind(CARD, expired, policy, NOW - 1)).toBe(
      policy === 'disabled' ? 'UNBIND_DISABLED' : undefined,
    );
  });

  it.each([null, 5, 0])('the policy disabled comes before the attempts (limit %p)', (unbindLimit) => {
    expect(refuseUnbind(CARD, { ...card(null), unbindLimit }, 'disabled', NOW)).toBe('UNBIND_DISABLED');
  });

  it('expiry comes before the attempts', () => {
    for (const policy of UNBIND_POLICIES.filter(refundsTime)) {
      expect(refuseUnbind(CARD, { ...card(NOW), unbindLimit: 0 }, policy, NOW)).toBe('CARD_EXPIRED');
    }
  });
});

describe('unbindEffect', () => {
  it.each<[UnbindPolicy, string, number, number | null]>([
    ['unbind_only', 'leaves the expiry', NOW + HOUR, NOW + HOUR],
    ['unbind_only', 'leaves an expiry that has passed', NOW - HOUR, NOW - HOUR],
    ['add_hours', 'adds the hours', NOW + HOUR, NOW + 25 * HOUR],
    ['deduct_hours', 'deducts the hours', NOW + 100 * HOUR, NOW + 76 * HOUR],
    ['deduct_hours', 'is possible when a millisecond more is left', NOW + 24 * HOUR + 1, NOW + 1],
    ['deduct_hours', 'is refused when exactly the deduction is left', NOW + 24 * HOUR, null],
    ['deduct_hours', 'is refused when less is left', NOW + HOUR, null],
    ['deduct_hours', 'is refused when nothing is left', NOW - HOUR, null],
  ])('%s %s', (policy, _, expiresAt, expected) => {
    const effect = expected === null ? null : { reset: false, expiresAt: expected };
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

describe('the cooldown', () => {
  it.each([
    { hours: 0, ago: 0, refusal: undefined },
    { hours: 24, ago: 0, refusal: 'UNBIND_COOLDOWN' },
    { hours: 24, ago: 24 * HOUR - 1, refusal: 'UNBIND_COOLDOWN' },
    { hours: 24, ago: 24 * HOUR, refusal: undefined },
    { hours: 24, ago: -1000, refusal: 'UNBIND_COOLDOWN' },
    { hours: 24, ago: -HOUR, refusal: undefined },
  ])('of $hours hours, $ago ms after the latest unbind: $refusal', ({ hours, ago, refusal }) => {
    const unbound = { ...card(NOW + HOUR), unboundAt: NOW - ago };
    expect(refuseUnbind(CARD, unbound, 'unbind_only', NOW, hours)).toBe(refusal);
  });

  it('comes after the attempts, and does not concern a holder that never unbound', () => {
    const exhausted = { ...card(null), unbindLimit: 0, unboundAt: NOW };
    expect(refuseUnbind(CARD, exhausted, 'unbind_only', NOW, 24)).toBe('UNBINDS_EXHAUSTED');
    expect(cooldownEnd(card(null), 24, NOW)).toBe(0);
  });
});

describe('decideUnbind', () => {
  const tickets = [
    { deviceId: 'A', expiresAt: NOW + HOUR },
    { deviceId: 'B', expiresAt: NOW },
  ];

  it.each([
    ['unbind_only', 'A', { refusal: 'TICKET_VALID', until: NOW + HOUR }],
    ['unbind_only', 'B', { effect: { reset: false, expiresAt: NOW + 3 * HOUR } }],
    ['unbind_only', undefined, { refusal: 'TICKET_VALID', until: NOW + HOUR }],
    ['reset_to_unused', 'B', { refusal: 'TICKET_VALID', until: NOW + HOUR }],
    ['add_hours', 'B', { effect: { reset: false, expiresAt: NOW + 5 * HOUR } }],
  ] as const)('%s of the device %s, with a ticket of A', (policy, deviceId, expected) => {
    const rules = { policy, hours: 2 };
    expect(decideUnbind(card(NOW + 3 * HOUR), rules, tickets, deviceId, NOW)).toEqual(expected);
  });

  it.each([
    [1, { effect: { reset: false, expiresAt: NOW + 2 * HOUR } }],
    [2, { effect: { reset: false, expiresAt: NOW + HOUR } }],
    [2.5, { refusal: 'TICKET_VALID', until: NOW + HOUR }],
    [3, { refusal: 'TIME_INSUFFICIENT' }],
  ])('a deduction of %p hours may not end before the ticket of another device', (hours, expected) => {
    const rules = { policy: 'deduct_hours', hours } as const;
    expect(decideUnbind(card(NOW + 3 * HOUR), rules, tickets, 'B', NOW)).toEqual(expected);
  });
});
