import { describe, expect, it } from '@jest/globals';
import { AddressBlocks } from './address-blocks.js';

const NOW = 1_000_000_000_000;

function blocking(...blocks: [pattern: string, until?: number][]): AddressBlocks {
  const addresses = new AddressBlocks();
  for (const [pattern, until = Infinity] of blocks) addresses.add(pattern, until);
  return addresses;
}

describe('AddressBlocks', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4', true],
    ['1.2.3.4', '1.2.3.5', false],
    ['1.2.3.4', '::ffff:1.2.3.4', true],
    ['1.2.3.4', '::ffff:102:304', true],
    ['1.2.3.4', '::1.2.3.4', false],
    ['::ffff:1.2.3.4', '1.2.3.4', true],
    ['1.2.3.0/24', '1.2.3.255', true],
    ['1.2.3.77/24', '1.2.3.0', true],
    ['1.2.3.0/24', '1.2.4.0', false],
    ['1.2.3.0/24', '::ffff:1.2.3.9', true],
    ['1.2.3.0/24', '2001:db8::1', false],
    ['::ffff:1.2.3.0/120', '1.2.3.9', true],
    ['::ffff:1.2.3.0/120', '1.2.4.9', false],
    ['0.0.0.0/0', '9.9.9.9', true],
    ['0.0.0.0/0', '::1', false],
    ['2001:db8::1', '2001:DB8:0:0::1', true],
    ['2001:db8::1', '2001:db8::2', false],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '1.2.3.4', false],
    ['::/0', '::ffff:1.2.3.4', false],
    ['nonsense', '1.2.3.4', false],
    ['0.0.0.0/0', '', false],
    ['::/0', '', false],
  ])('%s and %j: %p', (pattern, address, expected) => {
    expect(blocking([pattern]).blockedUntil(address, NOW)).toBe(expected ? Infinity : NOW);
  });

  it('blocks no one when it is empty', () => {
    expect(new AddressBlocks().blockedUntil('1.2.3.4', NOW)).toBe(NOW);
  });

  describe.each(['1.2.3.4', '1.2.3.0/24', '::ffff:1.2.3.0/120'])('the block of %s', (pattern) => {
    it.each([
      ['after its end', NOW - 1, NOW],
      ['exactly at its end', NOW, NOW],
      ['a millisecond before its end', NOW + 1, NOW + 1],
      ['without an end', Infinity, Infinity],
    ])('%s', (_, until, expected) => {
      expect(blocking([pattern, until]).blockedUntil('1.2.3.4', NOW)).toBe(expected);
    });
  });

  it.each([
    [['1.2.3.4', '1.2.3.4']],
    [['1.2.3.4', '1.2.3.0/24']],
    [['1.2.3.0/24', '1.2.0.0/16']],
    [['1.2.3.0/24', '1.2.3.0/24']],
  ])('returns the latest end of the blocks %j', ([first, second]) => {
    for (const ends of [
      [NOW + 1, NOW + 2],
      [NOW + 2, NOW + 1],
      [NOW - 1, NOW + 2],
    ]) {
      const addresses = blocking([first!, ends[0]], [second!, ends[1]]);
      expect(addresses.blockedUntil('1.2.3.4', NOW)).toBe(NOW + 2);
    }
  });

  it('distinguishes one of 10,000 ranges from the others', () => {
    const addresses = new AddressBlocks();
    for (let i = 0; i < 10_000; i++) addresses.add(`10.${i >> 8}.${i & 255}.0/24`, NOW + 1 + (i % 10));
    expect(addresses.blockedUntil('10.39.15.1', NOW)).toBe(NOW + 1 + (9_999 % 10));
    expect(addresses.blockedUntil('10.39.16.1', NOW)).toBe(NOW);
  });
});
