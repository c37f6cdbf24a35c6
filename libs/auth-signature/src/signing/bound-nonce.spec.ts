import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { boundNonce } from '../../../../test/support/signed-client.js';
import { isBoundElsewhere, nonceText } from './bound-nonce.js';

const PREFIX = '/api/client/v1';
const LOGIN = { app_key: 'A', card: 'C', device_id: 'D', timestamp: '1' };

interface Request {
  method: string;
  path: string;
  parameters: Record<string, string>;
}

/** Returns true if `isBoundElsewhere` finds that the nonce belongs to another request. */
const isElsewhere = ({ method, path, parameters }: Request, nonce: string) =>
  isBoundElsewhere({
    method,
    path: PREFIX + path,
    parameters: new Map(Object.entries({ ...parameters, nonce, sign: 'S' })),
  });
const nonceOf = ({ method, path, parameters }: Request, random?: string) =>
  boundNonce(parameters, method, path, random);

describe('A bound nonce', () => {
  const request = (
    changes: Record<string, string | undefined> = {},
    path = '/card/login',
    method = 'POST',
  ) => {
    const entries = Object.entries({ ...LOGIN, ...changes }).filter(([, value]) => value !== undefined);
    return { method, path, parameters: Object.fromEntries(entries) as Record<string, string> };
  };
  const nonce = nonceOf(request(), '-random_text');

  it('belongs to its own request', () => {
    expect(nonce).toMatch(/^b1\.-random_text\.[\w-]{20}$/);
    expect(isElsewhere(request(), nonce)).toBe(false);
  });

  it.each([
    ['another card', request({ card: 'C2' })],
    ['another spelling', request({ card: 'c' })],
    ['another application', request({ app_key: 'B' })],
    ['another time', request({ timestamp: '2' })],
    ['one parameter more', request({ version: '' })],
    ['one parameter less', request({ device_id: undefined })],
    ['another name', request({ card: undefined, kami: 'C' })],
    ['values of two parameters exchanged', request({ card: 'D', device_id: 'C' })],
    ['two parameters as one', request({ device_id: undefined, card: 'C\ndevice_id=D' })],
    ['two parameters as one, escaped', request({ device_id: undefined, card: 'C%0Adevice_id%3DD' })],
    ['another path', request({}, '/card/heartbeat')],
    ['another spelling of the path', request({}, '/card/%6Cogin')],
    ['another method', request({}, '/card/login', 'DELETE')],
  ])('does not belong to a request with %s', (_, other) => {
    expect(isElsewhere(other, nonce)).toBe(true);
  });

  it.each([
    ['another random part', nonce.replace('random', 'Random')],
    ['another tag', `${nonce.slice(0, -1)}${nonce.endsWith('A') ? 'B' : 'A'}`],
    ['a tag in capital letters', nonce.slice(0, 16) + nonce.slice(16).toUpperCase()],
    ['no tag of its own', `b1.${'a'.repeat(12)}.${'a'.repeat(20)}`],
  ])('with %s belongs elsewhere', (_, changed) => {
    expect(isElsewhere(request(), changed)).toBe(true);
  });

  it('does not shift text between name and value', () => {
    const one = request({ 'a=b': 'c' });
    const other = request({ a: 'b=c' });
    expect(isElsewhere(one, nonceOf(one))).toBe(false);
    expect(isElsewhere(other, nonceOf(one))).toBe(true);
    expect(isElsewhere(one, nonceOf(other))).toBe(true);
  });

  it.each([
    randomUUID(),
    '',
    'b1',
    'b1.',
    nonce.slice(0, -1),
    nonce.slice(0, 15),
    `${nonce} `,
    `${nonce}\n`,
    ` ${nonce}`,
    nonce.replace('b1.', 'B1.'),
    nonce.replace('b1.', 'b2.'),
    nonce.replace('b1.', 'b1-'),
    nonce.replace('-random', '+random'),
    nonce.replace('-random', 'érandom'),
    `${nonce.slice(0, -1)}=`,
  ])('is not a nonce of another form: %j', (ordinary) => {
    expect(isElsewhere(request({ card: 'another' }), ordinary)).toBe(false);
  });

  it('is optional', () => {
    const parameters = new Map(Object.entries(LOGIN));
    expect(isBoundElsewhere({ method: 'POST', path: PREFIX, parameters })).toBe(false);
  });
});

describe('The text of a bound nonce', () => {
  // Texts made of the characters that separate names, values and lines, so that the test detects mistakes in escaping.
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', '1', '=', '%', '\n', '\r', '&', '2', '5', 'D') }),
    fc.string({ unit: 'binary' }),
  );
  const name = text.filter((each) => !['nonce', 'sign', '__proto__'].includes(each));
  const anyRequest = fc.record<Request>({
    method: fc.constantFrom('GET', 'POST', 'DELETE'),
    path: fc.constantFrom('/a', '/b', '/a%0A', '/'),
    parameters: fc
      .uniqueArray(fc.tuple(name, text), { selector: ([each]) => each, maxLength: 5 })
      .map((pairs) => Object.fromEntries(pairs)),
  });
  const sorted = (parameters: Record<string, string>) =>
    Object.entries(parameters).toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

  it('made by an independent implementation belongs to its request, whatever its parameters', () => {
    fc.assert(fc.property(anyRequest, (each) => expect(isElsewhere(each, nonceOf(each))).toBe(false)));
  });

  it('can be read back, so no two requests have the same text', () => {
    const unescape = (part: string) =>
      part.replace(/%(25|3D|0D|0A)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    fc.assert(
      fc.property(anyRequest, ({ method, path, parameters }) => {
        const all = new Map(Object.entries({ ...parameters, nonce: 'N', sign: 'S' }));
        const [head, ...lines] = nonceText({ method, path, parameters: all }, 'R').split(`\nR`);
        expect(head).toBe(`latchkey-nonce-v1\n${method}\n${path}`);
        const pairs = lines.join('\nR').split('\n').slice(1);
        expect(pairs.map((line) => line.split('=').map(unescape))).toEqual(sorted(parameters));
      }),
    );
  });

  it('belongs to no other request', () => {
    const key = ({ method, path, parameters }: Request) => JSON.stringify([method, path, sorted(parameters)]);
    fc.assert(
      fc.property(anyRequest, anyRequest, (one, other) => {
        expect(isElsewhere(other, nonceOf(one))).toBe(key(one) !== key(other));
      }),
    );
  });
});
