import { describe, expect, it } from '@jest/globals';
import { ClientError } from '@app/auth-signature';
import { Card, type HolderStatus } from '@app/database';
import { requireSpendable } from './spend-card.js';

/** The code a card is refused with; 0: it can be spent. */
function codeOf(card: Card | undefined, whenUsed: Parameters<typeof requireSpendable>[1]): number {
  try {
    requireSpendable(card, whenUsed);
    return 0;
  } catch (error) {
    return (error as ClientError).code;
  }
}

describe('requireSpendable', () => {
  it.each<[HolderStatus, boolean, recharge: number, registration: number]>([
    ['unused', false, 0, 0],
    ['unused', true, 10240, 10240],
    ['activated', false, 10241, 10240],
    ['activated', true, 10240, 10240],
    ['consumed', false, 10241, 10240],
    ['consumed', true, 10240, 10240],
  ])('%s, frozen %s: a recharge gets %d, a registration %d', (status, frozen, recharge, registration) => {
    const card = Object.assign(new Card(), { status, frozen });
    expect(codeOf(card, 'RECHARGE_CARD_USED')).toBe(recharge);
    expect(codeOf(card, 'RECHARGE_CARD_UNKNOWN')).toBe(registration);
  });

  it('no card: both get 10240', () => {
    expect(codeOf(undefined, 'RECHARGE_CARD_USED')).toBe(10240);
    expect(codeOf(undefined, 'RECHARGE_CARD_UNKNOWN')).toBe(10240);
  });
});
