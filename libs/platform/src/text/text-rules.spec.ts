import { describe, expect, it } from '@jest/globals';
import { hasLength, isJson, isJsonList, isPrintable, isRemoteName, toPrintable } from './text-rules.js';

describe('hasLength', () => {
  it.each([
    ['', 0, 0, true],
    ['', 1, 64, false],
    ['a', 1, 64, true],
    ['a'.repeat(64), 1, 64, true],
    ['a'.repeat(65), 1, 64, false],
    ['12345', 6, 10, false],
    ['123456', 6, 10, true],
    ['卡'.repeat(64), 1, 64, true],
    ['卡'.repeat(65), 1, 64, false],
    ['😀'.repeat(64), 1, 64, true],
    ['😀'.repeat(65), 1, 64, false],
    ['😀'.repeat(5), 6, 10, false],
    [`${'a'.repeat(63)}😀`, 1, 64, true],
  ])('counts the code points of %j: %d to %d is %s', (text, min, max, expected) => {
    expect(hasLength(text, min, max)).toBe(expected);
  });
});

describe('isPrintable', () => {
  it.each(['', 'C1', 'with space', 'ABCD-1234_ab.c', '卡密-001', 'é', 'e\u0301', '😀', '+&=%"\'\\/'])(
    'accepts %j',
    (text) => {
      expect(isPrintable(text)).toBe(true);
    },
  );

  it.each([
    [' C1', 'space before'],
    ['C1 ', 'space after'],
    ['\u00a0C1', 'no-break space before'],
    ['C1\u3000', 'ideographic space after'],
    ['C1\n', 'line break'],
    ['C\t1', 'tab'],
    ['C\u00001', 'NUL'],
    ['C\u007f1', 'delete'],
    ['C\u00851', 'C1 control'],
    ['C\u200b1', 'zero-width space'],
    ['C\u200d1', 'zero-width joiner'],
    ['C\u00ad1', 'soft hyphen'],
    ['C\u202e1', 'right-to-left override'],
    ['\ufeffC1', 'byte order mark'],
    ['C\u20281', 'line separator'],
    ['C\u20291', 'paragraph separator'],
    ['C\u{e0041}1', 'tag character'],
  ])('refuses %j (%s)', (text) => {
    expect(isPrintable(text)).toBe(false);
  });
});

describe('toPrintable', () => {
  it.each([
    ['', ''],
    ['张  三\u3000a&b', '张  三\u3000a&b'],
    ['e\u0301 😀', 'e\u0301 😀'],
    ['12345\u3000', '12345'],
    ['\u202d13800138000\u202c', '13800138000'],
    ['👨\u200d👩', '👨👩'],
    ['\ufeffa\u0000b\u{e0041}', 'ab'],
    ['one\r\ntwo\tthree\u2028four\n', 'one two three four'],
    ['a\ud800', 'a\ufffd'],
    ['\u200b \u3000', ''],
    ['a'.repeat(20), 'a'.repeat(20)],
    ['a'.repeat(21), 'a'.repeat(20)],
    ['😀'.repeat(21), '😀'.repeat(20)],
    [`${'a'.repeat(19)} b`, 'a'.repeat(19)],
    [`${'a'.repeat(19)}\u202cb`, `${'a'.repeat(19)}b`],
  ])('makes of %j within 20 characters: %j', (text, expected) => {
    const printable = toPrintable(text, 20);
    expect(printable).toBe(expected);
    expect(isPrintable(printable)).toBe(true);
    expect(toPrintable(printable, 20)).toBe(expected);
  });
});

describe('isJson', () => {
  it.each(['{}', '[]', '"text"', '1', 'null', ' {"a":[1,{"b":null}]} '])('accepts %s', (text) => {
    expect(isJson(text)).toBe(true);
  });

  it.each(['', ' ', '{', "{'a':1}", '{"a":1,}', 'undefined', 'NaN', '{} {}'])('refuses %j', (text) => {
    expect(isJson(text)).toBe(false);
  });
});

describe('isJsonList', () => {
  it.each(['[]', '[1,{"a":[]}]', ' [null] '])('accepts %s', (text) => {
    expect(isJsonList(text)).toBe(true);
  });

  it.each(['', '{}', '"[]"', 'null', '1', '[', '[1,]', '[] []'])('refuses %j', (text) => {
    expect(isJsonList(text)).toBe(false);
  });
});

describe('isRemoteName', () => {
  it.each(['a', '.', 'AZ_az.09-', 'x'.repeat(64), 'é', 'e\u0301', '卡密.１', 'ключ', 'कुंजी', '𠀀'.repeat(64)])(
    'accepts %j',
    (text) => {
      expect(isRemoteName(text)).toBe(true);
    },
  );

  it.each(['', ' a', 'a b', 'a\n', 'a/b', '½', '😀', '①', '‍a', '𠀀'.repeat(65), 'x'.repeat(65)])(
    'refuses %j',
    (text) => {
      expect(isRemoteName(text)).toBe(false);
    },
  );

  it.each([
    [32, true],
    [33, false],
  ])('of %d characters at most 32: %s', (length, expected) => {
    expect(isRemoteName('x'.repeat(length), 32)).toBe(expected);
  });
});
