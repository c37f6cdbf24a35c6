import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { commonParameterFaults } from '../parameters/common-parameter-faults.js';
import { splitFaults } from './other-splits.js';
import { canonicalString } from './signature.js';

const COMMON = ['app_key', 'nonce', 'timestamp', 'sign'];

/** The endpoints of the contract, each as the list of its own parameters. */
const ENDPOINTS = [
  ['card', 'device_id'],
  ['card', 'token'],
  ['card', 'device_id', 'token'],
  ['card', 'password', 'token'],
  ['card', 'password'],
  ['card', 'use_card'],
  ['card'],
  ['card', 'config'],
  ['kami', 'card'],
  ['scope', 'kami', 'card'],
  ['scope', 'kami', 'card', 'action', 'value'],
  ['params'],
  [],
  ['version', 'channel'],
  ['username', 'password', 'card', 'device_id'],
  ['username', 'password', 'device_id'],
  ['username', 'token'],
  ['username', 'device_id', 'token'],
  ['username', 'user'],
  ['username', 'config'],
];
const ANYWHERE = new Set([...COMMON, ...ENDPOINTS.flat()]);

const APP_KEY = 'blsvh14llhcr96vtboqg';
const HONEST = { app_key: APP_KEY, nonce: 'HONEST', timestamp: '1574654197' };

/** Parameters whose values a person can type or make the client send. In these tests, the others have a fixed value. */
const CHOSEN = new Set(['card', 'device_id', 'config', 'password', 'value', 'params', 'kami', 'username']);

const PARAMETERS = ['z', 'a', 'o', 'params', 'password', 'device_id', 'config', 'token', 'value', 'card'];
const PIECES = ['x', 'VICTIM', '["', '"]', '{"a":"', '"}', '1', '', '&', '=', '&nonce=F', '&nonce=G'];
const piece = fc.constantFrom(
  ...PIECES.concat(
    ['&timestamp=1600000000', `&app_key=${APP_KEY}`],
    PARAMETERS.map((name) => `&${name}=`),
  ),
);
const value = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

/** A request that an honest client signs, with some values chosen by somebody else. */
const request = fc
  .constantFrom(...ENDPOINTS)
  .chain((endpoint) =>
    fc.record(
      Object.fromEntries(endpoint.map((name) => [name, CHOSEN.has(name) ? value : fc.constant('fixed')])),
    ),
  )
  .map((own): Record<string, string> => ({ ...own, ...HONEST }));

/** Returns the text that a client signs, without using the product's code. */
function signedText(parameters: Record<string, string>): string {
  return Object.keys(parameters)
    .toSorted()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');
}

/**
 * Returns every set of parameters whose signed text is `text`. Returns none if the text contains too many `&` to try
 * all splits.
 */
function* splitsOf(text: string): Generator<Map<string, string>> {
  const segments = text.split('&');
  if (segments.length > 11) return;
  for (let joined = 0; joined < 2 ** (segments.length - 1); joined++) {
    const pairs: string[] = [segments[0]!];
    for (let i = 1; i < segments.length; i++) {
      if ((joined >> (i - 1)) & 1) pairs.push(`${pairs.pop()}&${segments[i]}`);
      else pairs.push(segments[i]!);
    }
    if (!pairs.every((pair) => pair.includes('='))) continue;
    const parameters = new Map(
      pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
    );
    if (parameters.size === pairs.length && canonicalString(parameters) === text) yield parameters;
  }
}

/** True when an endpoint may accept the parameters, given a valid signature. */
function isAcceptable(parameters: Map<string, string>): boolean {
  if (parameters.get('app_key') !== APP_KEY) return false;
  if (Object.keys(commonParameterFaults(new Map([...parameters, ['sign', 'x']]))).length > 0) return false;
  return ENDPOINTS.some((endpoint) => !splitFaults(parameters, new Set([...COMMON, ...endpoint]), ANYWHERE));
}

describe('a signature', () => {
  it('of a request is valid for one nonce and one timestamp, for any values', () => {
    let tried = 0;
    fc.assert(
      fc.property(request, (parameters) => {
        for (const split of splitsOf(signedText(parameters))) {
          if (!isAcceptable(split)) continue;
          tried += 1;
          expect([split.get('nonce'), split.get('timestamp')]).toEqual([HONEST.nonce, HONEST.timestamp]);
        }
      }),
      { numRuns: 2000 },
    );
    expect(tried).toBeGreaterThan(100);
  });

  it('of a response is never valid for a request', () => {
    const config = fc
      .array(piece, { maxLength: 8 })
      .map((pieces) => `${pieces.join('')}&nonce=F&timestamp=1600000000`);
    const code = fc.constantFrom(0, 400, 10218, 10543);
    fc.assert(
      fc.property(code, config, fc.boolean(), (code, config, inMessage) => {
        const words = inMessage ? `the remote function failed: ${config}` : 'ok';
        const text = `${code}${words}app_key=${APP_KEY}&config=${config}1574654197000000`;
        expect([...splitsOf(text)].filter(isAcceptable)).toEqual([]);
      }),
    );
  });
});

describe('splitFaults', () => {
  const faultsOf = (own: Record<string, string>, known = Object.keys(own)) =>
    splitFaults(new Map(Object.entries({ ...own, ...HONEST })), new Set([...COMMON, ...known]), ANYWHERE);

  it.each(['a', 'Z', '_', 'x.y-z_0', '__proto__'])('takes a parameter named %j', (name) => {
    expect(faultsOf({ [name]: '' }, [])).toBeUndefined();
  });

  it.each(['', '0okconfig', '.a', '-', 'a b', 'a=b', 'a&b', '备注', 'é', 'a\n'])(
    'refuses one named %j',
    (name) => {
      expect(faultsOf({ [name]: '' }, [])).toEqual({ [name]: { key: 'parameter_name' } });
    },
  );

  it('takes & in values of the parameters that the endpoint knows, and of no others', () => {
    expect(faultsOf({ config: '{"url":"http://h/?a=1&b=2"}' })).toBeUndefined();
    expect(faultsOf({ note: 'a&b' }, [])).toEqual({ note: { key: 'ampersand' } });
  });

  it.each(['&nonce=F&timestamp=1', 'a&timestamp=&nonce=b'])('refuses both of %j in one value', (config) => {
    expect(faultsOf({ card: 'C1', config })).toEqual({ config: { key: 'nonce_and_timestamp' } });
  });

  it.each<[what: string, own: Record<string, string>]>([
    ['in a URL of a configuration', { card: 'C1', config: '{"url":"http://h/?a=1&nonce=5&b=2"}' }],
    ['at the end of a configuration', { card: 'C1', config: '"http://h/?a=1&nonce=5"' }],
    ['in a call', { params: '["http://h/?a=1&nonce=5"]' }],
    ['in data', { action: 'create', scope: 'app', value: 'http://h/?a=1&timestamp=x' }],
    ['in data that could be a time', { action: 'create', value: 'http://h/?a=1&timestamp=1600000000' }],
  ])('takes a nonce or a timestamp %s that cannot be that of the request', (_, own) => {
    expect(faultsOf(own)).toBeUndefined();
  });

  it('refuses a value if the text then equals that of a request with another nonce', () => {
    // An honest login whose device id and password an attacker has chosen. The value of `params` in the call below
    // begins at the end of the device id and ends with the password.
    const login = { device_id: 'd&nonce=F&params=["', password: '"]', username: 'U' };
    expect(faultsOf(login)).toEqual({ device_id: { key: 'ambiguous' } });
    const text = signedText({ ...login, ...HONEST });
    const [, params] = /params=(.*)&timestamp/.exec(text)!;
    const call = {
      app_key: APP_KEY,
      device_id: 'd',
      nonce: 'F',
      params: params!,
      timestamp: HONEST.timestamp,
    };
    expect(signedText({ ...call, username: 'U' })).toBe(text);
    expect(
      splitFaults(
        new Map(Object.entries({ ...call, username: 'U' })),
        new Set([...COMMON, 'params']),
        ANYWHERE,
      ),
    ).toEqual({ params: { key: 'ambiguous' } });
  });

  it('reads a long text in time that grows with its length', () => {
    const timed = (count: number) => {
      const config = `"${`&nonce=F&app_key=${APP_KEY}&password=x&o=`.repeat(count)}"`;
      const began = performance.now();
      faultsOf({ card: 'C1', config });
      return performance.now() - began;
    };
    // The shortest of many runs depends least on other load. The second text is 16 times as long: with linear growth,
    // reading it takes 16 times as long, and with quadratic growth 256 times. The limit is 128 times.
    const best = (count: number) => Math.min(...Array.from({ length: 9 }, () => timed(count)));
    best(250);
    expect(best(4000)).toBeLessThan(best(250) * 16 * 8);
  });
});
