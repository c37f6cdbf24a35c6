import { describe, expect, it } from '@jest/globals';
import { chunks } from './chunks.js';

const KIB = 1024;
const rows = (count: number, value = '') => Array.from({ length: count }, (_, id) => ({ id, value }));
const sizes = (items: object[]) => chunks(items).map(({ length }) => length);

describe('chunks', () => {
  it.each([
    ['nothing', rows(0), []],
    ['one', rows(1), [1]],
    ['as many as a statement takes', rows(500), [500]],
    ['one more', rows(501), [500, 1]],
    ['many', rows(1234), [500, 500, 234]],
    ['long texts', rows(70, 'a'.repeat(64 * KIB)), [32, 32, 6]],
    ['texts that are long in bytes', rows(70, '界'.repeat(32 * KIB)), [21, 21, 21, 7]],
    ['a text that is longer than a statement should be', rows(2, 'a'.repeat(3072 * KIB)), [1, 1]],
  ])('divides %s', (_, items, expected) => {
    expect(sizes(items)).toEqual(expected);
    expect(chunks(items).flat()).toEqual(items);
  });

  it('begins a new part only where the next item does not fit', () => {
    const [long, short] = [{ text: 'a'.repeat(2047 * KIB) }, { text: 'a'.repeat(KIB) }];
    expect(sizes([long, short, short, long, short])).toEqual([2, 2, 1]);
  });
});
