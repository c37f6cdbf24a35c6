import { describe, expect, it } from '@jest/globals';
import { mineQuery } from './mine-query.js';

const KEY = 'AUR22BG7KQ2HU4G';

describe('mineQuery', () => {
  it.each([
    ['AUR-22BG-7KQ2-HU4G'],
    ['aur-22bg-7kq2-hu4g'],
    ['AUR22BG7KQ2HU4G'],
    ['AUR 22BG 7KQ2 HU4G'],
    ['AUR–22BG–7KQ2–HU4G'],
    ['ＡＵＲ－２２ＢＧ－７ＫＱ２－ＨＵ４Ｇ'],
    ['  AUR-22BG-7KQ2-HU4G\r\n'],
    ['AUR-22BG-\u200B7KQ2-HU4G'],
    ['"AUR-22BG-7KQ2-HU4G"'],
    ['【AUR-22BG-7KQ2-HU4G】'],
    ['你好 我的卡密 aur-22bg-7kq2-hu4g 登不上了'],
    ['你好，我的卡密是aur-22bg-7kq2-hu4g登不上了！'],
    ['卡号:AUR-22BG-7KQ2-HU4G 时长:30天'],
    ['Hello, my key is AUR-22BG-7KQ2-HU4G. It does not work!'],
    ['my key: AUR 22BG 7KQ2 HU4G please help'],
    ['"AUR-22BG-7KQ2-HU4G","Month","2026-01-15"'],
    [`${'please help me '.repeat(25)} AUR-22BG-7KQ2-HU4G`],
  ])('%j has the key', (text) => {
    expect(mineQuery(text).keys).toContain(KEY);
  });

  it.each([
    ['hu4g', ['HU4G']],
    ['G', []],
    ['4g', ['4G']],
    ['“4g”', ['4G']],
    ['张三-001', ['张三001']],
    ['7kq2-hu4g', ['7KQ2HU4G']],
    ['尾号 hu4g 的卡登不上', ['HU4G']],
    ['the card that ends with HU4G', ['HU4G']],
    ['my card abcd', ['CARD', 'ABCD']],
    ['尾号hu4g的卡', ['尾号HU4G的卡', 'HU4G']],
    ['卡密 aur-22bg-7kq2-hu4g，12，2026', [KEY]],
    ['王小明', ['王小明']],
    ['%_\\', []],
    ['😀😀', []],
  ])('%j has the parts %j', (text, parts) => {
    expect(mineQuery(text).parts).toEqual(parts);
  });

  it.each([
    ['192.0.2.7', ['192.0.2.7']],
    ['ip=192.0.2.7, 登不上', ['192.0.2.7']],
    ['来自192.0.2.7的', ['192.0.2.7']],
    ['[2001:db8::1]', ['2001:db8::1']],
    ['2001:DB8:0::1 登不上', ['2001:db8::1', '2001:DB8:0::1']],
    ['::ffff:192.0.2.7', ['192.0.2.7', '::ffff:192.0.2.7']],
    ['1.2.3', []],
    ['a 192.0.2.1 192.0.2.2 192.0.2.3 192.0.2.4', ['192.0.2.1', '192.0.2.2', '192.0.2.3']],
  ])('%j has the addresses %j', (text, addresses) => {
    expect(mineQuery(text).addresses).toEqual(addresses);
  });

  it.each([
    ['alice', ['alice']],
    ['设备 PC-01 不能用', ['设备 PC-01 不能用', 'PC-01', '设备', '不能用']],
    ['“王小明”', ['“王小明”', '王小明']],
  ])('%j has the names %j', (text, names) => {
    expect(mineQuery(text).names).toEqual(names);
  });

  it('gives few terms for any text', () => {
    for (const text of [
      'A1 '.repeat(166),
      '1.'.repeat(250),
      '::'.repeat(250),
      'A'.repeat(500),
      '\0'.repeat(500),
    ]) {
      const { whole, names, keys, parts, addresses } = mineQuery(text);
      expect(whole.length).toBeLessThanOrEqual(128);
      expect(names.length).toBeLessThanOrEqual(8);
      expect(keys.length).toBeLessThanOrEqual(10);
      expect(parts.length).toBeLessThanOrEqual(4);
      expect(addresses.length).toBeLessThanOrEqual(3);
    }
  });
});
