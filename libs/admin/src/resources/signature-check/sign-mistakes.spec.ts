import { describe, expect, it } from '@jest/globals';
import { createHash, createHmac } from 'node:crypto';
import { explainSign, type SignMistake } from './sign-mistakes.js';

const SECRET = 'uiS9M0G8JolpUvlf5NxZ7pwMVinKs73x';
const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');
const md5 = (text: string) => digest('md5', text);
const hmac = (algorithm: string, text: string, key = SECRET) =>
  createHmac(algorithm, key).update(text).digest('hex');

const request = (parameters: Map<string, string>) => ({
  method: 'POST',
  path: '/api/client/v1/card/login',
  parameters,
});

/** The parameters as they were sent: not sorted, one with an empty value, one that needs URL encoding. */
const PARAMETERS = new Map([
  ['nonce', 'N 1'],
  ['card', 'C/é+(1)'],
  ['App', 'x'],
  ['sign', 'whatever'],
  ['app_key', 'k'],
  ['config', ''],
]);

const PLAIN = 'App=x&app_key=k&card=C/é+(1)&config=&nonce=N 1';
const SENT = 'nonce=N 1&card=C/é+(1)&App=x&app_key=k&config=';
const encoded = (card: string, nonce: string) => `App=x&app_key=k&card=${card}&config=&nonce=${nonce}`;

const TEXTS: [mistake: SignMistake | undefined, text: string][] = [
  [undefined, PLAIN],
  ['sign_included', `${PLAIN}&sign=`],
  ['empty_values_left_out', PLAIN.replace('&config=', '')],
  ['keys_not_sorted', SENT],
  ['keys_not_sorted', PLAIN.split('&').toReversed().join('&')],
  ['values_url_encoded', encoded('C%2F%C3%A9%2B(1)', 'N%201')],
  ['values_url_encoded', encoded('C%2F%C3%A9%2B%281%29', 'N%201')],
  ['values_url_encoded', encoded('C%2F%C3%A9%2B%281%29', 'N+1')],
  ['values_url_encoded', encoded('C/%C3%A9%2B(1)', 'N%201')],
  ['values_url_encoded', encoded('C%2f%c3%a9%2b(1)', 'N%201')],
  ['values_url_encoded', encoded('C%2f%c3%a9%2b%281%29', 'N+1')],
];

const MODES = ['md5', 'hmac-sha256'] as const;

type Signer = (text: string) => string;
const SIGNERS: Record<(typeof MODES)[number], [mistakes: SignMistake[], sign: Signer][]> = {
  md5: [
    [[], (text) => md5(text + SECRET)],
    [['secret_missing'], md5],
    [['secret_in_front'], (text) => md5(SECRET + text)],
    [['secret_in_front'], (text) => md5(`${SECRET}&${text}`)],
    [['secret_in_front'], (text) => md5(SECRET + text + SECRET)],
    [['secret_joined'], (text) => md5(`${text}&${SECRET}`)],
    [['secret_joined'], (text) => md5(`${text}&key=${SECRET}`)],
    [['secret_joined'], (text) => md5(`${text}&secret=${SECRET}`)],
    [['secret_joined'], (text) => md5(`${text}&app_secret=${SECRET}`)],
    [['other_mode'], (text) => hmac('sha256', text)],
    [['other_mode', 'secret_appended'], (text) => hmac('sha256', text + SECRET)],
    [['other_digest'], (text) => digest('sha1', text + SECRET)],
    [['other_digest'], (text) => digest('sha256', text + SECRET)],
    [['other_digest'], (text) => digest('sha512', text + SECRET)],
    [['other_digest'], (text) => md5(text + SECRET).slice(8, 24)],
    [['other_digest'], (text) => hmac('md5', text)],
    [['other_digest'], (text) => hmac('sha1', text)],
    [['other_digest'], (text) => hmac('sha512', text)],
    [['other_digest', 'secret_joined'], (text) => digest('sha256', `${text}&key=${SECRET}`)],
  ],
  'hmac-sha256': [
    [[], (text) => hmac('sha256', text)],
    [['secret_appended'], (text) => hmac('sha256', text + SECRET)],
    [['secret_appended'], (text) => hmac('sha256', `${text}&key=${SECRET}`)],
    [['other_mode'], (text) => md5(text + SECRET)],
    [['other_mode', 'secret_missing'], md5],
    [['other_mode', 'secret_in_front'], (text) => md5(SECRET + text)],
    [['other_digest'], (text) => digest('sha256', text + SECRET)],
    [['other_digest'], (text) => hmac('md5', text)],
    [['other_digest', 'secret_missing'], (text) => digest('sha256', text)],
  ],
};

describe.each(MODES)('explainSign of %s', (mode) => {
  const explain = (sign: string, secret = SECRET) => explainSign(request(PARAMETERS), secret, mode, sign);
  const sign = SIGNERS[mode][0]![1];

  it.each(TEXTS)('finds %s in the signed text (%s)', (mistake, text) => {
    expect(explain(sign(text))?.mistakes).toEqual(mistake ? [mistake] : []);
  });

  it.each(SIGNERS[mode].map((row, index) => [...row, index] as const))(
    'finds %j in the computation of the sign',
    (mistakes, sign) => {
      expect(explain(sign(PLAIN))?.mistakes).toEqual(mistakes);
      expect(explain(sign(PLAIN).toUpperCase())?.mistakes).toEqual(mistakes);
    },
  );

  it('finds two mistakes at once, and no more', () => {
    for (const [inText, text] of TEXTS) {
      for (const [inSigning, signer] of SIGNERS[mode]) {
        const mistakes = [...(inText ? [inText] : []), ...inSigning];
        expect(explain(signer(text))?.mistakes).toEqual(mistakes.length <= 2 ? mistakes : undefined);
      }
    }
    expect(explain(sign(SENT.replace('&config=', '')))?.mistakes).toEqual([
      'empty_values_left_out',
      'keys_not_sorted',
    ]);
  });

  it('explains no other sign', () => {
    const values = PLAIN.replaceAll(/[^=&]+=/g, '').replaceAll('&', '');
    for (const other of [sign('x'), sign(values), sign(PLAIN.toLowerCase()), 'whatever', ''])
      expect(explain(other)).toBeUndefined();
    expect(explain(sign(PLAIN), 'x'.repeat(32))).toBeUndefined();
  });

  it('reports only the mistakes that affect the sign', () => {
    const plain = new Map([
      ['a', '1'],
      ['b', '2'],
    ]);
    // Nothing to sort, encode or omit: only the digest can be wrong.
    expect(explainSign(request(plain), SECRET, mode, digest('sha1', `a=1&b=2${SECRET}`))).toEqual({
      mistakes: ['other_digest'],
      digest: 'SHA-1',
    });
  });
});

describe('explainSign', () => {
  it('names the digest', () => {
    const of = (sign: string) => explainSign(request(PARAMETERS), SECRET, 'md5', sign)?.digest;
    expect(of(hmac('sha256', PLAIN))).toBe('HMAC-SHA256');
    expect(of(digest('sha512', PLAIN + SECRET))).toBe('SHA-512');
    expect(of(md5(PLAIN + SECRET).slice(8, 24))).toBe('the middle 16 digits of MD5');
  });

  it('detects sorting without regard to case', () => {
    const parameters = new Map([
      ['app_key', 'k'],
      ['Zone', 'z'],
      ['b', '1'],
    ]);
    const sign = md5(`app_key=k&b=1&Zone=z${SECRET}`);
    expect(explainSign(request(parameters), SECRET, 'md5', sign)?.mistakes).toEqual(['keys_not_sorted']);
  });
});

describe('explainSign of hmac-sha256-path', () => {
  const PATH = '/api/client/v1/card/login';
  const parameters = new Map([
    ['nonce', 'N=1'],
    ['card', 'C%1'],
    ['config', ''],
  ]);
  const textOf = (...pairs: string[]) => ['latchkey-request-v1', 'POST', PATH, ...pairs].join('\n');
  const right = textOf('card=C%251', 'config=', 'nonce=N%3D1');
  const plain = 'card=C%1&config=&nonce=N=1';
  const explain = (sign: string) =>
    explainSign(request(parameters), SECRET, 'hmac-sha256-path', sign)?.mistakes;

  it.each<[mistakes: SignMistake[], text: string]>([
    [[], right],
    [['other_mode'], plain],
    [['values_not_escaped'], textOf('card=C%1', 'config=', 'nonce=N=1')],
    [['path_wrong'], right.replace('/api/client/v1', '')],
    [['line_end_added'], `${right}\n`],
    [['empty_values_left_out'], textOf('card=C%251', 'nonce=N%3D1')],
    [['keys_not_sorted'], textOf('nonce=N%3D1', 'card=C%251', 'config=')],
    [['empty_values_left_out', 'values_not_escaped'], textOf('card=C%1', 'nonce=N=1')],
  ])('finds %j', (mistakes, text) => expect(explain(hmac('sha256', text))).toEqual(mistakes));

  it('recognizes a sign of another mode', () => {
    expect(explain(md5(plain + SECRET))).toEqual(['other_mode']);
    expect(explain(md5(right + SECRET))).toEqual(['other_mode']);
    expect(explain(hmac('sha256', right + SECRET))).toEqual(['secret_appended']);
    const ofOtherPath = right.replace('/login', '/logout');
    expect(explain(hmac('sha256', ofOtherPath))).toBeUndefined();
  });

  it('is recognized for an application of another mode', () => {
    for (const mode of MODES) {
      expect(explainSign(request(parameters), SECRET, mode, hmac('sha256', right))).toEqual({
        mistakes: ['other_mode'],
        digest: 'HMAC-SHA256 with method and path',
      });
    }
  });
});
