import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { canonicalString, splitFaults } from '@app/auth-signature';
import { isHost } from '@app/platform';
import { acceptsHost, PaojiaoyunRequest } from './paojiaoyun-request.js';
import { PAOJIAOYUN_ROUTES } from './routes.js';

describe('acceptsHost', () => {
  it.each<[hosts: string[], host: string, accepted: boolean]>([
    [[], 'api.example.com', true],
    [[], '192.0.2.1:3000', true],
    [[], '[::1]:80', true],
    [[], '', false],
    [[], 'a/b', false],
    [[], 'a/v1/card/loginx=1&', false],
    [['api.example.com'], 'api.example.com', true],
    [['api.example.com'], 'API.Example.COM', true],
    [['api.example.com'], 'api.example.com:8080', true],
    [['api.example.com'], 'api.example.com.evil', false],
    [['api.example.com'], 'evil.api.example.com', false],
    [['api.example.com'], 'api.example.com/', false],
    [['api.example.com:8080'], 'api.example.com:8080', true],
    [['api.example.com:8080'], 'api.example.com', false],
    [['api.example.com:8080'], 'api.example.com:80', false],
    [['[::1]'], '[::1]:3000', true],
    [['a', 'b'], 'b', true],
  ])('of %j and %j: %p', (hosts, host, accepted) => {
    expect(acceptsHost(hosts, host)).toBe(accepted);
  });
});

describe('accepts', () => {
  const request = new PaojiaoyunRequest('POST', 'a', '/v1/card/login');

  it('accepts applications that have the setting, at their hosts', () => {
    expect(request.accepts({ compat: 'paojiaoyun', compatHosts: [] })).toBe(true);
    expect(request.accepts({ compat: 'paojiaoyun', compatHosts: ['b'] })).toBe(false);
    expect(request.accepts({ compat: 'none', compatHosts: [] })).toBe(false);
  });

  it.each([
    [0, 5],
    [1, 1],
    [300, 300],
  ])('of an application with a leeway of %d seconds allows %d', (clockLeewaySec, allowed) => {
    expect(request.clockLeewaySec({ clockLeewaySec })).toBe(allowed);
  });
});

interface Reading {
  method: string;
  host: string;
  path: string;
  parameters: string;
}

const COMMON = new Set(['app_key', 'nonce', 'timestamp', 'sign']);

/** Returns every request that the server would accept for a signed text. */
function readingsOf(text: string): Reading[] {
  const readings: Reading[] = [];
  for (const endpoint of PAOJIAOYUN_ROUTES.keys()) {
    const [method, path] = endpoint.split(' ') as [string, string];
    if (!text.startsWith(method)) continue;
    for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
      const host = text.slice(method.length, at);
      const parameters = text.slice(at + path.length);
      const name = parameters.slice(0, Math.max(parameters.indexOf('='), 0));
      const isRefused = splitFaults(new Map([[name, '']]), COMMON, COMMON) !== undefined;
      if (isHost(host) && !isRefused) readings.push({ method, host, path, parameters });
    }
  }
  return readings;
}

// Texts with which the parts of a signed text begin and end. They are chosen to find every place where the text could
// be split differently.
const part = fc.constantFrom(
  'a',
  'GET',
  'POST',
  'v1',
  'card',
  'login',
  '.',
  '-',
  '_',
  '8',
  ':',
  '/v1/card/login',
);
const host = fc
  .array(part, { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''))
  .filter(isHost);
const endpoint = fc.constantFrom(...PAOJIAOYUN_ROUTES.keys());
const name = fc.constantFrom('app_key', 'a', 'by_passwordapp_key', 'login', 'v1', '_', 'POSTa', 'GET');
const value = fc
  .array(fc.oneof(part, fc.constantFrom('/', '=', '&', '/v1/card/unbind_device', '/by_password')), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''));

describe('the signed text', () => {
  it('can be read with only one method, host and path, for any host and any values', () => {
    fc.assert(
      fc.property(endpoint, host, fc.dictionary(name, value, { minKeys: 1 }), (endpoint, host, given) => {
        const [method, path] = endpoint.split(' ') as [string, string];
        const parameters = new Map(Object.entries(given));
        const text = new PaojiaoyunRequest(method, host, path).signedText(parameters);
        expect(readingsOf(text)).toEqual([{ method, host, path, parameters: canonicalString(parameters) }]);
      }),
      { numRuns: 5000 },
    );
  });

  it('would be ambiguous if a host or a name could contain other characters', () => {
    const nested = new PaojiaoyunRequest('POST', 'a/v1/card/loginx=1&b', '/v1/card/login');
    expect(readingsOf(nested.signedText(new Map([['app_key', 'k']])))).toHaveLength(1);
    expect(isHost('a/v1/card/loginx=1&b')).toBe(false);
    const longer = new PaojiaoyunRequest('POST', 'a', '/v1/card/unbind_device/by_password');
    const shorter = new PaojiaoyunRequest('POST', 'a', '/v1/card/unbind_device');
    expect(longer.signedText(new Map([['app_key', 'k']]))).toBe(
      shorter.signedText(new Map([['/by_passwordapp_key', 'k']])),
    );
  });

  it('is never a signed text of the contract or of an answer', () => {
    fc.assert(
      fc.property(endpoint, host, fc.dictionary(name, value, { minKeys: 1 }), (endpoint, host, given) => {
        const [method, path] = endpoint.split(' ') as [string, string];
        const text = new PaojiaoyunRequest(method, host, path).signedText(new Map(Object.entries(given)));
        const first = text.slice(0, text.indexOf('='));
        expect(splitFaults(new Map([[first, '']]), COMMON, COMMON)).toBeDefined();
        expect(text).toMatch(/^[GP]/);
      }),
    );
  });
});

describe('the endpoints', () => {
  it('lead to an endpoint of the contract, or have their own path', () => {
    for (const [endpoint, { path, answeredBy }] of PAOJIAOYUN_ROUTES) {
      expect(endpoint.split(' ')[1]).toBe(path);
      expect(path.startsWith('/v1/')).toBe(true);
      expect(answeredBy === path || answeredBy.startsWith('/api/client/v1/')).toBe(true);
    }
  });
});
