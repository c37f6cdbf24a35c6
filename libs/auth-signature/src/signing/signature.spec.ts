import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { canonicalString, signaturesMatch, sign } from './signature.js';

const SECRET = 'uiS9M0G8JolpUvlf5NxZ7pwMVinKs73x';
const VECTOR = new Map([
  ['timestamp', '1574654197'],
  ['app_key', 'blsvh14llhcr96vtboqg'],
  ['nonce', '359c22e4-d522-4771-ba8e-4b99cf61b372'],
  ['card', 'abc3b65KDZ9Qb7UC685D2MVFR0TPc53BCU1IPD5ad20'],
  ['device_id', '123'],
]);

describe('canonicalString', () => {
  it('joins the parameters as key=value with &, sorted by key', () => {
    expect(canonicalString(VECTOR)).toBe(
      'app_key=blsvh14llhcr96vtboqg&card=abc3b65KDZ9Qb7UC685D2MVFR0TPc53BCU1IPD5ad20&device_id=123' +
        '&nonce=359c22e4-d522-4771-ba8e-4b99cf61b372&timestamp=1574654197',
    );
  });

  it('leaves out sign and nothing that only looks like it', () => {
    const parameters = new Map([
      ['sign', 'x'],
      ['Sign', '1'],
      ['sign2', '2'],
    ]);
    expect(canonicalString(parameters)).toBe('Sign=1&sign2=2');
  });

  it('keeps empty values, and uses raw values', () => {
    const parameters = new Map([
      ['b', ''],
      ['a', ''],
      ['c', ' %20+&=\n"'],
    ]);
    expect(canonicalString(parameters)).toBe('a=&b=&c= %20+&=\n"');
  });

  it('is empty without parameters', () => {
    expect(canonicalString(new Map())).toBe('');
  });

  it.each([
    ['upper case before lower case', ['a', 'B', 'A', 'b'], ['A', 'B', 'a', 'b']],
    ['a prefix before what it begins', ['aa', 'a', 'a.', ''], ['', 'a', 'a.', 'aa']],
    ['digits as text', ['10', '9', '1'], ['1', '10', '9']],
    ['ASCII before the rest', ['é', 'z', '卡', '~'], ['z', '~', 'é', '卡']],
    [
      'U+E000 to U+FFFF before surrogate pairs',
      ['\u{10000}', '\uFFFD', '😀', '\uE000'],
      ['\uE000', '\uFFFD', '\u{10000}', '😀'],
    ],
    ['the same within longer keys', ['k\u{1F600}', 'k\uFF5E', 'k'], ['k', 'k\uFF5E', 'k\u{1F600}']],
  ])('sorts by the bytes of UTF-8: %s', (_, given, sorted) => {
    const parameters = new Map(given.map((key) => [key, 'v']));
    expect(canonicalString(parameters)).toBe(sorted.map((key) => `${key}=v`).join('&'));
  });
});

describe('sign', () => {
  it('gives the published MD5 test vector', () => {
    expect(sign(canonicalString(VECTOR), SECRET, 'md5')).toBe('f6bfe957d5aff9fe8c4bfe123ba29f7f');
  });

  it('gives the HMAC-SHA256 of RFC 4231, test case 2', () => {
    expect(sign('what do ya want for nothing?', 'Jefe', 'hmac-sha256')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('keys the HMAC with the secret and does not append it', () => {
    const text = canonicalString(VECTOR);
    expect(sign(text, SECRET, 'hmac-sha256')).toBe(
      createHmac('sha256', Buffer.from(SECRET)).update(Buffer.from(text)).digest('hex'),
    );
  });

  // Digests computed with Python's hashlib and hmac.
  it.each([
    ['md5', '6043f65b435df97b37a85a8628776dcf'],
    ['hmac-sha256', 'e6d491ad8e1b06e54fe7f4df7d5d0ce0cbf8a6a8aad43ac8602aa480e50d7e1f'],
  ] as const)('reads text as UTF-8 (%s)', (mode, digest) => {
    expect(sign('card=卡😀', SECRET, mode)).toBe(digest);
  });
});

describe('signaturesMatch', () => {
  const right = sign(canonicalString(VECTOR), SECRET, 'md5');

  it.each([
    ['as it is', right],
    ['in upper case', right.toUpperCase()],
    ['in mixed case', right.replace('f', 'F')],
  ])('accepts the right sign %s', (_, given) => {
    expect(signaturesMatch(given, right)).toBe(true);
  });

  it.each([
    ['empty', ''],
    ['shorter', right.slice(0, -1)],
    ['longer', `${right}0`],
    ['with white space', ` ${right}`],
    ['with the first digit changed', `0${right.slice(1)}`],
    ['with the last digit changed', `${right.slice(0, -1)}0`],
    ['of the other mode', sign(canonicalString(VECTOR), SECRET, 'hmac-sha256')],
    ['of as many characters but more bytes', `${right.slice(0, -1)}é`],
  ])('refuses a sign %s', (_, given) => {
    expect(signaturesMatch(given, right)).toBe(false);
  });
});
