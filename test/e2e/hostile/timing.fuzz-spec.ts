import { beforeAll, describe, expect, it } from '@jest/globals';
import { signaturesMatch, sign } from '@app/auth-signature';
import { OWNER } from '../../support/admin-client.js';
import { LONG_MS } from '../../support/fuzz-run.js';
import { median, rankDifference } from '../../support/summary.js';
import { REAL_COST, TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

const TRIES = 300;
const BATCH = 2000;
/** Limit in standard deviations. Chance alone exceeds it once in 15,000 measurements. */
const SURE = 4;

/** Measures two requests alternately, so that other load of the machine affects both. */
async function compare(title: string, tries: number, a: () => Promise<unknown>, b: () => Promise<unknown>) {
  const times: [number[], number[]] = [[], []];
  for (let i = 0; i < tries * 2; i++) {
    const which = (i + (i >> 1)) % 2 ? 1 : 0;
    const start = performance.now();
    await [a, b][which]!();
    times[which].push(performance.now() - start);
  }
  const [left, right] = times.map(median) as [number, number];
  const deviations = rankDifference(...times);
  process.stderr.write(
    `${title}: medians ${left.toFixed(4)} and ${right.toFixed(4)} ms, ${deviations.toFixed(1)} standard deviations\n`,
  );
  return { ratio: right / left, deviations };
}

/** Passes if the difference cannot be measured or is smaller than network jitter. */
function expectAlike({ ratio, deviations }: { ratio: number; deviations: number }, tolerance: number) {
  if (Math.abs(deviations) > SURE) expect(Math.abs(ratio - 1)).toBeLessThan(tolerance);
}

describe('the response time reveals nothing about', () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback', LIMIT_WRONG_PASSWORDS: '0' }, REAL_COST);
  let app: UserApplication;
  beforeAll(async () => {
    app = await UserApplication.withAlice(server);
  });

  it.each(['md5', 'hmac-sha256'] as const)('how much of a signature is correct (%s)', async (mode) => {
    const right = sign('app_key=a', 'secret', mode);
    const wrongAt = (index: number) => {
      const digit = right[index] === '0' ? '1' : '0';
      return right.slice(0, index) + digit + right.slice(index + 1);
    };
    const batch = (given: string) => async () => {
      for (let i = 0; i < BATCH; i++) signaturesMatch(given, right);
    };
    const [first, last] = [batch(wrongAt(0)), batch(wrongAt(right.length - 1))];
    for (let i = 0; i < 50; i++) for (const warmUp of [first, last]) await warmUp();
    expectAlike(await compare(`Signature (${mode}), first and last digit wrong`, TRIES, first, last), 0.1);
  });

  it(
    'whether an address is an administrator’s',
    async () => {
      let from = 0;
      const signIn = (email: string) => async () => {
        const answer = await fetch(`${server.url}/api/admin/v1/auth/login`, {
          method: 'POST',
          // Wrong passwords are counted by address.
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `10.0.${++from >> 8}.${from % 256}`,
          },
          body: JSON.stringify({ email, password: 'wrong password' }),
        });
        expect(answer.status).toBe(401);
        await answer.text();
      };
      const [known, unknown] = [signIn(OWNER.email), signIn('nobody@example.com')];
      await known();
      await unknown();
      expectAlike(await compare('Sign-in, known and unknown address', TRIES, known, unknown), 0.05);
    },
    LONG_MS,
  );

  it(
    'whether a user exists',
    async () => {
      const login = (name: string) => async () =>
        expect(await app.login('D1', name, 'wrong password')).toMatchObject({ code: 10243 });
      const [known, unknown] = [login('alice'), login('nobody')];
      await known();
      await unknown();
      expectAlike(await compare('User login, known and unknown name', TRIES, known, unknown), 0.05);
    },
    LONG_MS,
  );

  it(
    'whether a name is taken, without a usable card',
    async () => {
      const register = (username: string) => async () =>
        expect(await app.register({ username, card: 'made up' })).toMatchObject({ code: 10240 });
      const [taken, free] = [register('alice'), register('nobody')];
      await taken();
      await free();
      expectAlike(await compare('Registration, taken and free name', TRIES, taken, free), 0.05);
    },
    LONG_MS,
  );
});
