import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../caller.js';
import { Refuses } from '../docs/refuses.decorator.js';
import { fingerprintOf, isWrongGuess, revealsGuesses } from './wrong-guesses.js';

const SAID = { app_key: 'k', timestamp: '1', nonce: 'a', sign: 'x', card: 'C', device_id: 'D' };

function caller(said: Record<string, string> = {}, more: Partial<Caller> = {}): Caller {
  const parameters = new Map(Object.entries({ ...SAID, ...said }));
  return { application: { id: 1 }, parameters, ip: '192.0.2.1', ...more } as unknown as Caller;
}

describe('fingerprintOf', () => {
  const first = fingerprintOf(caller(), '/card/login');

  it.each<[what: string, said: Record<string, string>]>([
    ['a request sent again later', { timestamp: '2', nonce: 'b', sign: 'y' }],
    ['nothing else', {}],
  ])('is the same for %s', (_, said) => {
    expect(fingerprintOf(caller(said), '/card/login')).toBe(first);
  });

  it('is the same in whatever order the parameters came', () => {
    const parameters = new Map(Object.entries(SAID).toReversed());
    expect(fingerprintOf(caller({}, { parameters }), '/card/login')).toBe(first);
  });

  it.each<[what: string, of: Caller, endpoint?: string]>([
    ['card', caller({ card: 'E' })],
    ['password', caller({ password: 'p' })],
    ['address', caller({}, { ip: '192.0.2.2' })],
    ['application', caller({}, { application: { id: 2 } as Caller['application'] })],
    ['endpoint', caller(), '/card/config'],
  ])('differs if the %s differs', (_, of, endpoint = '/card/login') => {
    expect(fingerprintOf(of, endpoint)).not.toBe(first);
  });
});

describe('a guess', () => {
  it.each([
    ['CARD_UNAVAILABLE', true],
    ['RECHARGE_CARD_UNKNOWN', true],
    ['USER_EXISTS', true],
    ['USER_PASSWORD_WRONG', true],
    ['UNBIND_PASSWORD_WRONG', true],
    ['VARIABLE_CARD_UNKNOWN', true],
    ['VARIABLE_NEEDS_CARD', false],
    ['CARD_EXPIRED', false],
    ['CARD_FROZEN', false],
    ['CARD_MULTI_OPEN', false],
    ['SESSION_INVALID', false],
    ['DEVICE_LIMIT', false],
  ] as const)('%s: %s', (failure, is) => {
    expect(isWrongGuess(failure)).toBe(is);
  });

  it('is revealed by handlers that refuse wrong guesses', () => {
    class Any {
      @Refuses('CARD_UNAVAILABLE', 'CARD_FROZEN')
      login(): void {}
      @Refuses('SESSION_INVALID')
      heartbeat(): void {}
      none(): void {}
    }
    const handlers = ['login', 'heartbeat', 'none'] as const;
    expect(handlers.map((name) => revealsGuesses(Any.prototype[name]))).toEqual([true, false, false]);
  });
});
