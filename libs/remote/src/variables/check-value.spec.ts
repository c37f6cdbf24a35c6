import { describe, expect, it } from '@jest/globals';
import { checkValue } from './check-value.js';

describe('checkValue', () => {
  it.each<[rule: string | null, value: string, check: string | number | undefined]>([
    [null, 'hello', undefined],
    ['', 'hello', undefined],

    ['md5', '', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['md5', 'abc', '900150983cd24fb0d6963f7d28e17f72'],
    ['md5', '中文', 'a7bac2239fcdcb3a067903d8077c4a07'],

    ['crc32', '', 0],
    // The example in the definition of CRC-32. Its highest bit is set, so a signed number would be negative.
    ['crc32', '123456789', 0xcb_f4_39_26],
    ['crc32', 'a', 0xe8_b7_be_43],
    ['crc32', '中文', 0x5a_09_ed_37],

    ['v1', 'hello', 'v1'],
    ['0', 'hello', '0'],
    ['MD5', 'hello', 'MD5'],
    [' md5', 'hello', ' md5'],
    ['sha256', 'hello', 'sha256'],
    ['校验', 'hello', '校验'],
  ])('rule %j of %j is %j', (rule, value, check) => {
    expect(checkValue(rule, value)).toBe(check);
  });
});
