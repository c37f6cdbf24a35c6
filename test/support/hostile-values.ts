import * as fc from 'fast-check';

/** Lengths at the limits of columns, fields and bodies. */
const SIZES = [0, 1, 2, 6, 10, 19, 20, 21, 30, 32, 36, 64, 65, 100, 128, 129, 190, 191, 255, 256, 257, 1000];
const LARGE_SIZES = [16_384, 21_846, 32_768, 65_535, 65_536, 65_537];

/** Characters that JavaScript, UTF-8 and databases count differently, or that are invisible. */
const CHARACTERS = ['x', '0', ' ', 'é', '中', '😀', '\u{10FFFF}', '\u0000', '\u0301', '\u202E', '\uFEFF', '\uFFFE', '\n', '%', '"', "'", '\\']; // prettier-ignore

/** Texts with a special meaning on the way to the database. */
const WORDS = [
  '', ' ', '\t', '\0', 'null', 'undefined', 'NaN', 'Infinity', '-0', 'true', '[object Object]',
  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length',
  '0', '-1', '1.5', '1e3', '1e400', '0x10', '٣', '2147483647', '2147483648', '4294967296',
  '9007199254740991', '9007199254740993', '9223372036854775807', '9223372036854775808', '99999999999999999999999',
  '1970-01-01', '0000-00-00', '9999-12-31 23:59:59', '+275760-09-13T00:00:00Z', '-271821-04-20',
  "' OR ''='", "1'; DROP TABLE cards; --", '1) OR (1=1', "\\' OR 1=1 #", '%', '_', '*', '?', ':id', '$1', '${7*7}', '{{7*7}}',
  '<img src=x onerror=alert(1)>', '</script><script>alert(1)</script>', 'javascript:alert(1)',
  '../../etc/passwd', '..\\..\\x', '/dev/null', 'file:///etc/hostname', 'http://127.0.0.1:1/',
  'a=b&c=d', '&', '=', ';', '+', '%00', '%FF', '%u0041', 'a\r\nSet-Cookie: a=b', '\u2028', '\u200B',
  '[]', '{}', '[[[]]]', '{"__proto__":{"x":1}}', '{"a":1,"a":2}', '"\\ud800"', '[1,', '1,2',
  '((((((((((((((((((((((((((((((a+)+)+)+)+)+)+)+)+)+)+)', `${'['.repeat(5000)}${']'.repeat(5000)}`,
]; // prettier-ignore

/** Numbers at the limits: of integers of 32, 53 and 64 bits, and of dates in seconds and milliseconds. */
const NUMBERS = [
  0, 1, -1, 2, 7, 0.5, 1.5, -1.5, 31, 59, 60, 61, 127, 255, 1000, 1001, 65_535, 100_000, 100_001,
  2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 2 ** 64, 1e308, 5e-324,
  8_640_000_000_000_000, 8_640_000_000_000_001, -8_640_000_000_000_000, 8_640_000_000_000,
  253_402_300_799, 253_402_300_800, 253_402_300_799_999, 253_402_300_800_000, -62_135_596_800_000, 4_102_329_600_000,
]; // prettier-ignore

const large = fc
  .tuple(fc.constantFrom(...CHARACTERS), fc.constantFrom(...LARGE_SIZES))
  .map(([character, size]) => character.repeat(Math.max(1, size / Buffer.byteLength(character))));

const sized = fc
  .tuple(fc.constantFrom(...CHARACTERS), fc.constantFrom(...SIZES))
  .map(([character, size]) => character.repeat(size));

/** Well-formed text that code may mishandle. */
export const hostileText = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 4, arbitrary: sized },
  { weight: 1, arbitrary: large },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS).map(String) },
  { weight: 1, arbitrary: fc.integer().map(String) },
);

const hostileNumber = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  { weight: 1, arbitrary: fc.double() },
);

const loneSurrogates = fc.constantFrom('\uD800', '\uDFFF', 'a\uD83D', '\uDE00\uD83D');
const leaf = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 4, arbitrary: hostileNumber },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false) },
  { weight: 1, arbitrary: loneSurrogates },
);
const nested = fc.oneof(
  fc.array(leaf, { maxLength: 3 }),
  fc.array(fc.maxSafeInteger(), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('id', 'length', '$ne', 'constructor', 'x'), leaf, { maxKeys: 2 }),
  fc.array(fc.array(leaf, { maxLength: 2 }), { maxLength: 2 }),
);

/** Any JSON value, mostly of an unexpected type, as JSON text. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: leaf.map((value) => JSON.stringify(value)) },
  { weight: 3, arbitrary: nested.map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '1e400',
      '-1e400',
      '99999999999999999999999',
      '9223372036854775808',
      '{"__proto__":{"x":1}}',
      '{"a":1,"a":2}',
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
      `[${'1,'.repeat(5000)}1]`,
    ),
  },
);

/** Unknown names, and misspelled known names. */
export const hostileName = fc.oneof(
  fc.constantFrom(
    '__proto__', 'constructor', 'prototype', 'toString', 'then', 'length', '', ' ', '\0', '&', '=', 'a[b]', 'a[]',
    'card[]', 'card=', 'Card', 'CARD', 'sign[]', 'Sign', 'app_key ', 'nonce\0', '%00', '😀', 'id', 'code', 'result',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
); // prettier-ignore

/** Percent-encoded values for an id or key in a path. No record has such an id or key. */
export const hostileSegment = fc.oneof(
  fc.constantFrom(
    '0', '-1', '1.5', '1e3', '0x1', '2147483648', '9007199254740993', '9223372036854775808', '99999999999999999999',
    'NaN', 'null', '__proto__', 'constructor', '%00', '%FF', '%', '%2e%2e%2f', '..%2f..%2fx', '%C0%AE', '%ED%A0%80', '%u0041',
    '%E2%80%AE', '1%20OR%201=1', "1'", '1;2', '[1]', ' ', 'x'.repeat(5000), '%F0%9F%98%80', '١',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).map((text) => `-${encodeURIComponent(text)}`),
); // prettier-ignore

/** Generates the value in one of `oneIn` cases, and null in the others. */
export function seldom<T>(oneIn: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}
