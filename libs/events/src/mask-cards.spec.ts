import { describe, expect, it } from '@jest/globals';
import { CATALOGUE } from './catalogue.js';
import { maskCard, maskCards } from './mask-cards.js';

describe('maskCards', () => {
  it.each(Object.entries(CATALOGUE))('leaves no key in %s', (_, { example }) => {
    expect(JSON.stringify(maskCards(example))).not.toMatch(/VIP-/);
  });

  it.each([
    ['ABCDEFGHIJKL', '…IJKL'],
    ['ABCDEFGHIJK', '…'],
    ['', '…'],
    ['卡'.repeat(12), '…卡卡卡卡'],
  ])('of %s', (card, masked) => {
    expect(maskCard(card)).toBe(masked);
  });
});
