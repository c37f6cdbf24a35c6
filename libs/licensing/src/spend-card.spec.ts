import { describe, expect, it } from '@jest/globals';
import { Card, type HolderStatus } from '@app/database';
import { type RefusalError, type RefusalName } from './refusal-error.js';
import { requireConsumable } from './consume-card.js';

/** Returns the reason for which a card is refused, or `null` if it can be consumed. */
function reasonFor(card: Card | undefined, whenUsed: Parameters<typeof requireConsumable>[1]) {
  try {
    requireConsumable(card, whenUsed);
    return null;
  } catch (error) {
    return (error as RefusalError).reason;
  }
}

describe('requireConsumable', () => {
  it.each<[HolderStatus, boolean, recharge: RefusalName | null, registration: RefusalName | null]>([
    ['unused', false, null, null],
    ['unused', true, 'RECHARGE_CARD_UNKNOWN', 'RECHARGE_CARD_UNKNOWN'],
    ['activated', false, 'RECHARGE_CARD_USED', 'RECHARGE_CARD_UNKNOWN'],
    ['activated', true, 'RECHARGE_CARD_UNKNOWN', 'RECHARGE_CARD_UNKNOWN'],
    ['consumed', false, 'RECHARGE_CARD_USED', 'RECHARGE_CARD_UNKNOWN'],
    ['consumed', true, 'RECHARGE_CARD_UNKNOWN', 'RECHARGE_CARD_UNKNOWN'],
  ])(
    '%s, frozen %s: a recharge is refused with %s, a registration with %s',
    (status, frozen, recharge, registration) => {
      const card = Object.assign(new Card(), { status, frozen });
      expect(reasonFor(card, 'RECHARGE_CARD_USED')).toBe(recharge);
      expect(reasonFor(card, 'RECHARGE_CARD_UNKNOWN')).toBe(registration);
    },
  );

  it('no card: both report that it is unknown', () => {
    expect(reasonFor(undefined, 'RECHARGE_CARD_USED')).toBe('RECHARGE_CARD_UNKNOWN');
    expect(reasonFor(undefined, 'RECHARGE_CARD_UNKNOWN')).toBe('RECHARGE_CARD_UNKNOWN');
  });
});
