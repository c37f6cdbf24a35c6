import { describe, expect, it } from '@jest/globals';
import { NameBlocks } from './name-blocks.js';

const NOW = 1_000_000_000_000;

describe('NameBlocks', () => {
  it.each([
    ['after its end', NOW - 1, false],
    ['exactly at its end', NOW, false],
    ['a millisecond before its end', NOW + 1, true],
    ['without an end', Infinity, true],
  ])('counts a block %s', (_, until, expected) => {
    const names = new NameBlocks();
    names.addExact('exact', until);
    names.addPattern('pattern', until);
    names.addPattern('wild*', until);
    for (const name of ['exact', 'pattern', 'wildcard']) expect(names.has(name, NOW)).toBe(expected);
  });

  it.each([
    [NOW + 1, NOW - 1],
    [NOW - 1, NOW + 1],
  ])('applies the latest end of several blocks of one name (%d, %d)', (first, second) => {
    const names = new NameBlocks();
    names.addExact('A', first);
    names.addExact('A', second);
    expect(names.has('A', NOW)).toBe(true);
    expect(names.has('A', NOW + 1)).toBe(false);
  });

  it('treats * literally in an exact name', () => {
    const names = new NameBlocks();
    names.addExact('A*', Infinity);
    expect(names.has('A*', NOW)).toBe(true);
    expect(names.has('AB', NOW)).toBe(false);
  });

  it('compares exactly', () => {
    const names = new NameBlocks();
    names.addPattern('Ab', Infinity);
    for (const other of ['ab', 'Ab ', ' Ab', 'A', '']) expect(names.has(other, NOW)).toBe(false);
  });

  it('tests patterns only on names of up to 128 units, the maximum length of a name', () => {
    const names = new NameBlocks();
    names.addPattern('*x', Infinity);
    expect(names.has(`${'😀'.repeat(63)}-x`, NOW)).toBe(true);
    expect(names.has(`${'😀'.repeat(63)}--x`, NOW)).toBe(false);
  });

  it('finds one among 10,000 names', () => {
    const names = new NameBlocks();
    for (let i = 0; i < 10_000; i++) names.addPattern(`C${i}`, Infinity);
    expect(names['wildcards']).toEqual([]);
    expect(names.has('C9999', NOW)).toBe(true);
    expect(names.has('C10000', NOW)).toBe(false);
  });
});
