import { describe, expect, it } from '@jest/globals';
import { normalizeKey, reversed, searchKeys } from './search-keys.js';

describe('normalizeKey', () => {
  it.each([
    ['AUR-22BG-7KQ2-HU4G', 'AUR22BG7KQ2HU4G'],
    ['aur 22bg_7kq2.hu4g', 'AUR22BG7KQ2HU4G'],
    ['ａｕｒ－２２ｂｇ', 'AUR22BG'],
    ['永久-卡', '永久卡'],
    ['straße', 'STRASSE'],
    ['😀%_\\-', ''],
    ['', ''],
  ])('%j is %j', (text, key) => {
    expect(normalizeKey(text)).toBe(key);
    expect(normalizeKey(key)).toBe(key);
  });
});

describe('reversed', () => {
  it.each([
    ['AB1', '1BA'],
    ['a𝒳b', 'b𝒳a'],
  ])('%j is %j', (text, expected) => {
    expect(reversed(text)).toBe(expected);
  });
});

describe('searchKeys', () => {
  it('are the key and its reverse', () => {
    expect(searchKeys('aur-hu4g')).toEqual({ searchKey: 'AURHU4G', reversedKey: 'G4UHRUA' });
  });

  it('have at most 64 characters, from either end', () => {
    // A single character that normalizes to eighteen characters, three of them spaces.
    const { searchKey, reversedKey } = searchKeys(`A${'ﷺ'.repeat(62)}Z`);
    expect([Array.from(searchKey).length, Array.from(reversedKey).length]).toEqual([64, 64]);
    expect([searchKey[0], reversedKey[0]]).toEqual(['A', 'Z']);
  });
});
