import { describe, expect, it } from '@jest/globals';
import { formatSize, randomHex, trimmed, withoutEmpty } from './values';

describe('values of forms', () => {
  it('lose the white space that was pasted with them', () => {
    expect(trimmed(' \tVIP-1\r\n')).toBe('VIP-1');
  });

  it('are left out where they are empty, but not where they are 0 or false', () => {
    expect(withoutEmpty({ a: '', b: null, c: undefined, d: 0, e: false, f: ' ' })).toEqual({
      d: 0,
      e: false,
      f: ' ',
    });
  });

  it.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1 KiB'],
    [198_963, '194.3 KiB'],
    [1_048_576, '1 MiB'],
    [5 * 1024 ** 4, '5,120 GiB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatSize(bytes, 'en')).toBe(text);
  });

  it('are random digits, two for each byte', () => {
    const texts = Array.from({ length: 20 }, () => randomHex(16));
    for (const text of texts) expect(text).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(texts).size).toBe(20);
  });
});
