import { describe, expect, it } from '@jest/globals';
import { maskText } from './mask-text.js';

describe('maskText', () => {
  it.each([
    ['', '…'],
    ['abc', '…'],
    ['abcd', 'a…d'],
    ['my-device', 'my…ce'],
    ['workstation-of-alice', 'work…lice'],
    ['0123456789'.repeat(10), '0123…6789'],
    // A character outside of the basic plane is not cut in half.
    ['😀😁😂😃', '😀…😃'],
  ])('shows %j as %j', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  it('hides at least half of every text', () => {
    for (let length = 1; length < 64; length++) {
      expect(maskText('x'.repeat(length)).replace('…', '').length).toBeLessThanOrEqual(length / 2);
    }
  });
});
