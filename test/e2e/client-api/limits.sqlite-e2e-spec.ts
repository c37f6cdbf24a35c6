import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LimitMetrics } from '@app/platform';
import { CardApplication, expectUnchanged } from '../../support/card-application.js';
import { withFailingCommits } from '../../support/failing-commits.js';
import { newAddress, sendFrom } from '../../support/from-address.js';
import { countPasswordHashes } from '../../support/password-work.js';
import { type Answer, type Parameters, SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';
import { PASSWORD, UserApplication } from '../../support/user-application.js';
import { WRONG_GUESSES } from '../../support/wrong-guesses.js';

const MINUTE = 60;
/** An address gets an attempt back every three minutes, a user every five minutes. */
const LIMITS = {
  LIMIT_REFUSED_REQUESTS: '30',
  LIMIT_WRONG_GUESSES: '5',
  LIMIT_WRONG_PASSWORDS: '3',
  LIMIT_TAKEN_NAMES: '3',
};

describe('Limits', () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback', ...LIMITS });
  let address: string;
  beforeEach(() => {
    address = newAddress();
  });

  const send = (client: SignedClient, path: string, parameters: Parameters, from = address) =>
    sendFrom(from, client, path, parameters);
  const codes = async (count: number, ask: (i: number) => Promise<Answer>) => {
    const seen: number[] = [];
    for (let i = 0; i < count; i++) seen.push((await ask(i)).code);
    return seen;
  };
  const refusedBy = (limit: 'refused_requests' | 'wrong_guesses' | 'wrong_passwords' | 'taken_names') =>
    server.get(LimitMetrics).refusals.get(limit)!;

  describe('of wrong guesses', () => {
    let app: CardApplication;
    let client: SignedClient;
    beforeAll(async () => {
      app = await CardApplication.create(server, {
        type: { max_devices: 0, max_sessions: 0 },
        settings: { variables: [{ key: 'v', value: '1', card_auth: true }] },
      });
      client = app.client;
    });
    const login = (card: string, from = address, device_id = 'D1') =>
      send(client, '/card/login', { card, device_id }, from);

    it('limits an address after five different wrong cards, with an envelope, and changes nothing', async () => {
      expect(await codes(6, (i) => login(`NO-${i}`))).toEqual([10218, 10218, 10218, 10218, 10218, 429]);
      const before = refusedBy('wrong_guesses');
      const answer = await expectUnchanged(server, () => login('C1'));
      expect(answer.status).toBe(429);
      expect(JSON.parse(answer.text)).toEqual({
        code: 429,
        message: 'too many attempts; try again later',
        nonce: '',
        sign: '',
      });
      expect(answer.headers.get('retry-after')).toBe(String(3 * MINUTE));
      expect(refusedBy('wrong_guesses')).toBe(before + 1);
      expect(await login('C1', '198.51.100.250')).toMatchObject({ code: 0 });
    });

    it.each<[string, (i: number) => string, another: string]>([
      ['an address with ports', (i) => `${address}:${1000 + i}`, '198.51.100.251:80'],
      ['an IPv6 address in brackets with ports', (i) => `[2001:db8:99::1]:${1000 + i}`, '[2001:db8:98::1]'],
      ['no address at all', (i) => `unknown-${i}`, '198.51.100.252'],
    ])('counts by address a client that a proxy reports as %s', async (_, from, another) => {
      expect(await codes(6, (i) => login(`NO-${i}`, from(i)))).toEqual([
        10218, 10218, 10218, 10218, 10218, 429,
      ]);
      expect(await login('C1', another)).toMatchObject({ code: 0 });
    });

    it('does not affect heartbeats, logouts and endpoints without cards', async () => {
      const token = (await login('C1')).result!.token!;
      await codes(6, (i) => login(`NO-${i}`));
      expect(await send(client, '/card/heartbeat', { card: 'C1', token })).toMatchObject({ code: 0 });
      expect(await send(client, '/card/logout', { card: 'C1', token })).toMatchObject({ code: 0 });
      expect(await login('C1')).toMatchObject({ status: 429 });
    });

    it('allows attempts again one by one', async () => {
      await codes(5, (i) => login(`NO-${i}`));
      server.clock.advance(3 * MINUTE - 1);
      expect((await login('C1')).headers.get('retry-after')).toBe('1');
      server.clock.advance(1);
      expect(await codes(2, (i) => login(`NO-1${i}`))).toEqual([10218, 429]);
      server.clock.advance(15 * MINUTE);
      expect(await codes(6, (i) => login(`NO-2${i}`))).toEqual([10218, 10218, 10218, 10218, 10218, 429]);
    });

    it('counts repeated requests with the same card once', async () => {
      expect(await codes(20, () => login('GONE'))).toEqual(Array(20).fill(10218));
      expect(await login('C1')).toMatchObject({ code: 0 });
    });

    it('counts neither successes nor other refusals', async () => {
      const frozen = await CardApplication.create(server, { cards: [{ card: 'F', frozen: true }] });
      expect(
        await codes(20, (i) => send(frozen.client, '/card/login', { card: 'F', device_id: `D${i}` })),
      ).toEqual(Array(20).fill(10212));
      expect(await codes(20, (i) => login('C1', address, `D${i}`))).toEqual(Array(20).fill(0));
    });

    const make = ([method, path, parameters]: ReturnType<(typeof WRONG_GUESSES)[string]>) =>
      sendFrom(address, client, path, parameters, method);
    it.each<readonly [what: string, ask: (i: number) => Promise<Answer>]>([
      ...Object.entries(WRONG_GUESSES).map(([what, guess]) => [what, (i: number) => make(guess(i))] as const),
      [
        'names to register that are taken',
        async (i) => {
          const app = await UserApplication.withAlice(server);
          const alice = { username: 'alice', password: PASSWORD, card: 'C2', device_id: `D${i}` };
          return send(app.ofCards.client, '/user/register', alice);
        },
      ],
      [
        'unbind passwords',
        (i) => send(client, '/card/unbind-by-password', { card: 'C1', password: `secret${i}` }),
      ],
    ])('counts %s', async (_, ask) => {
      await login('C1', newAddress());
      const refused = await codes(5, ask);
      expect(refused).not.toContain(429);
      expect(refused).not.toContain(0);
      expect(await login('C1')).toMatchObject({ status: 429 });
    });
  });

  it('of wrong guesses do not count existing cards, so that customers with expired cards lock nobody out', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `OLD-${i}`);
    const app = await CardApplication.create(server, {
      type: { max_devices: 0, max_sessions: 0 },
      cards: names.map((card) => ({ card })),
      settings: { variables: [{ key: 'v', value: '1', card_auth: true }] },
    });
    const { client } = app;
    for (const card of names) await send(client, '/card/login', { card, device_id: 'D1' });
    server.clock.advance(366 * 24 * 60 * MINUTE);
    const read = (parameters: Parameters) =>
      sendFrom(address, client, '/remote/variables/v', parameters, 'GET');
    expect(await codes(10, (i) => read({ kami: names[i]! }))).toEqual(Array(10).fill(10502));
    expect(await codes(10, (i) => read({ device: `D${i}` }))).toEqual(Array(10).fill(10502));
    expect(await send(client, '/card/login', { card: 'OLD-0', device_id: 'D1' })).toMatchObject({
      code: 10210,
    });
    expect((await codes(6, (i) => read({ kami: `NO-${i}` }))).at(-1)).toBe(429);
  });

  it('count no preflight of a browser', async () => {
    const preflight = () =>
      fetch(`${server.url}/api/client/v1/nope`, {
        method: 'OPTIONS',
        headers: { 'x-forwarded-for': address },
      });
    for (let i = 0; i < 40; i++) expect((await preflight()).status).toBe(204);
    const app = await CardApplication.create(server);
    expect(await send(app.client, '/card/login', { card: 'C1', device_id: 'D1' })).toMatchObject({ code: 0 });
  });

  describe('of wrong passwords', () => {
    let app: UserApplication;
    beforeEach(async () => {
      app = await UserApplication.withAlice(server, { type: { max_devices: 0, max_sessions: 0 } });
    });
    /** Logs in on a device that is not bound, by default. */
    const login = (password: string, from: string, username = 'alice', device_id = 'D2') =>
      send(app.ofCards.client, '/user/login', { username, password, device_id }, from);

    it.each(['alice', 'nobody'])(
      'limits attempts on %s from all addresses, without comparing further passwords',
      async (username) => {
        expect(await codes(4, (i) => login(`wrong ${i}`, newAddress(), username))).toEqual([
          10243, 10243, 10243, 429,
        ]);
        const before = refusedBy('wrong_passwords');
        const hashes = await countPasswordHashes(async () => {
          const answer = await login(PASSWORD, newAddress(), username);
          expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, String(5 * MINUTE)]);
        });
        expect(hashes).toBe(0);
        expect(refusedBy('wrong_passwords')).toBe(before + 1);
      },
    );

    it('does not affect sessions, other users or the same name in other applications, and ends', async () => {
      const token = await app.open();
      await codes(4, (i) => login(`wrong ${i}`, newAddress()));
      expect(await app.lives(token)).toBe(true);
      expect(await login('wrong pass', newAddress(), 'bob')).toMatchObject({ code: 10243 });
      const other = await UserApplication.withAlice(server);
      expect(await other.login()).toMatchObject({ code: 0 });
      server.clock.advance(5 * MINUTE);
      expect(await login(PASSWORD, newAddress())).toMatchObject({ code: 0 });
    });

    it('has separate attempts for a bound device, without comparing passwords beyond them', async () => {
      await codes(4, (i) => login(`wrong ${i}`, newAddress()));
      expect(await login(PASSWORD, newAddress(), 'alice', 'D1')).toMatchObject({ code: 0 });
      expect(await codes(4, (i) => login(`wrong ${i}`, newAddress(), 'alice', 'D1'))).toEqual([
        10243, 10243, 10243, 429,
      ]);
      const hashes = await countPasswordHashes(async () => {
        expect(await login(PASSWORD, newAddress(), 'alice', 'D1')).toMatchObject({ status: 429 });
      });
      expect(hashes).toBe(0);
    });

    it.each(['alice', 'nobody'])('counts a search for devices of %s for the address', async (username) => {
      await codes(4, (i) => login(`wrong ${i}`, newAddress(), username));
      const search = (i: number, from: string) => login('wrong pass', from, username, `NO-${i}`);
      expect(await codes(5, (i) => search(i, address))).toEqual(Array(5).fill(429));
      const before = refusedBy('wrong_guesses');
      expect(await login(PASSWORD, address, 'alice', 'D1')).toMatchObject({ status: 429 });
      expect(refusedBy('wrong_guesses')).toBe(before + 1);
      // A client that repeats its request counts once.
      const another = newAddress();
      expect(await codes(10, () => search(0, another))).toEqual(Array(10).fill(429));
      expect(await login(PASSWORD, another, 'alice', 'D1')).toMatchObject({ code: 0 });
    });

    it('does not count requests that failed because of the server', async () => {
      await withFailingCommits(server.dataSource, async () => {
        expect(await codes(5, () => login(PASSWORD, address))).toEqual(Array(5).fill(500));
      });
      expect(await login(PASSWORD, address)).toMatchObject({ code: 0 });
    });

    it('cannot be reached without the secret', async () => {
      const { url, credentials } = app.ofCards.client;
      const outsider = new SignedClient(url, { ...credentials, app_secret: 'x'.repeat(32) }, server.clock);
      const parameters = { username: 'alice', password: 'wrong pass', device_id: 'D1' };
      expect(await codes(10, () => send(outsider, '/user/login', parameters))).toEqual(Array(10).fill(10010));
      expect(await login(PASSWORD, address)).toMatchObject({ code: 0 });
    });
  });

  describe('of taken names', () => {
    let app: UserApplication;
    beforeEach(async () => {
      app = await UserApplication.withAlice(server, { cards: ['C1', 'C2', 'C3'] });
    });
    /** Sends a request from this machine, like a request through an untrusted local proxy. No address is counted. */
    const register = (card: string, username = 'alice', i = 0) =>
      app.register({ card, username, device_id: `D${i}` });

    it('limit the card that requests them, and no other, and do not consume it', async () => {
      const hashes = await countPasswordHashes(async () => {
        expect(await codes(4, (i) => register('C2', 'alice', i))).toEqual([10242, 10242, 10242, 429]);
        const before = refusedBy('taken_names');
        const answer = await expectUnchanged(server, () => register('C2', 'bob'));
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, String(5 * MINUTE)]);
        expect(refusedBy('taken_names')).toBe(before + 1);
        expect(await register('C3')).toMatchObject({ code: 10242 });
      });
      expect(hashes).toBe(0);
      server.clock.advance(5 * MINUTE);
      expect(await register('C2', 'bob')).toMatchObject({ code: 0 });
    });

    it('are revealed to no more of many concurrent requests', async () => {
      const all = await Promise.all(Array.from({ length: 30 }, (_, i) => register('C2', 'alice', i)));
      const seen = all.map(({ code }) => code);
      expect([10242, 429].map((code) => seen.filter((each) => each === code).length)).toEqual([3, 27]);
    });

    it('are not revealed without a usable card, not even by timing', async () => {
      const hashes = await countPasswordHashes(async () => {
        for (const card of ['NO', 'C1'])
          expect(await codes(6, (i) => register(card, i % 2 ? 'alice' : 'bob', i))).toEqual(
            Array(6).fill(10240),
          );
      });
      expect(hashes).toBe(0);
    });

    it('do not count when the server could not answer', async () => {
      await withFailingCommits(server.dataSource, async () => {
        expect(await codes(5, () => register('C2', 'bob'))).toEqual(Array(5).fill(500));
      });
      expect(await register('C2', 'bob')).toMatchObject({ code: 0 });
    });
  });

  describe('of refused requests', () => {
    let app: CardApplication;
    beforeAll(async () => {
      app = await CardApplication.create(server, { type: { max_sessions: 0, max_devices: 0 } });
    });
    const request = (parameters: Parameters, path = '/card/login') => send(app.client, path, parameters);
    const LOGIN = { card: 'C1', device_id: 'D1' };

    it.each<[what: string, ask: (i: number) => Promise<Answer>]>([
      ['wrong signatures', () => request({ ...LOGIN, sign: '0'.repeat(32) })],
      ['unknown applications', () => request({ ...LOGIN, app_key: 'unknown0000000000000' })],
      ['timestamps', (i) => request({ ...LOGIN, timestamp: i })],
      ['missing parameters', () => request({ nonce: '' })],
      ['repeated nonces', () => request({ ...LOGIN, nonce: `once ${address}` })],
      ['unknown tokens', () => request({ card: 'C1', token: 'unknown' }, '/card/heartbeat')],
      ['unknown paths', () => request({}, '/card/nothing')],
    ])('refuses every request of an address after thirty %s in a minute', async (_, ask) => {
      const refused = await codes(31, ask);
      expect(refused.slice(0, 30)).not.toContain(429);
      const before = refusedBy('refused_requests');
      const answer = await expectUnchanged(server, () => request(LOGIN));
      expect(answer.status).toBe(429);
      expect(answer.headers.get('retry-after')).toMatch(/^[24]$/);
      expect(refusedBy('refused_requests')).toBe(before + 1);
      server.clock.advance(MINUTE);
      expect(await request(LOGIN)).toMatchObject({ code: 0 });
    });

    it('is not extended by further requests', async () => {
      await codes(30, () => request({ ...LOGIN, sign: '0' }));
      await codes(50, () => request({ ...LOGIN, sign: '0' }));
      server.clock.advance(2);
      expect(await request(LOGIN)).toMatchObject({ code: 0 });
    });

    it('does not count what succeeds: thousands of customers behind one address', async () => {
      const { code, result } = await request(LOGIN);
      expect(code).toBe(0);
      const parameters = { card: 'C1', token: result!.token! };
      const beats = await Promise.all(
        Array.from({ length: 500 }, () => request(parameters, '/card/heartbeat')),
      );
      expect(beats.map(({ code }) => code)).toEqual(Array(500).fill(0));
    });

    it('counts an IPv6 /64 as one address', async () => {
      const wrong = (i: number) =>
        send(app.client, '/card/login', { ...LOGIN, sign: '0' }, `2001:db8:1:2::${i}`);
      await codes(30, wrong);
      expect(await send(app.client, '/card/login', LOGIN, '2001:db8:1:2:ffff::1')).toMatchObject({
        status: 429,
      });
      expect(await send(app.client, '/card/login', LOGIN, '2001:db8:1:3::1')).toMatchObject({ code: 0 });
    });
  });

  it('also count for an IPv6 /48, with sixteen times the limit', async () => {
    const app = await CardApplication.create(server);
    const guess = (site: number, network: number, i = 0) =>
      send(app.client, '/card/login', { card: `NO-${i}`, device_id: 'D1' }, `2001:db8:${site}:${network}::1`);
    // Four guesses per network, below the limit of an address.
    expect(await codes(80, (i) => guess(77, i >> 2, i))).toEqual(Array(80).fill(10218));
    expect(await guess(77, 99)).toMatchObject({ status: 429 });
    expect(await guess(78, 99)).toMatchObject({ code: 10218 });
  });

  it('of nonces refuse an application that floods, and no other', async () => {
    const small = await TestServer.start({ LIMIT_NONCES: '40' });
    try {
      const [flooding, other] = [await small.client({ name: 'A' }), await small.client({ name: 'B' })];
      const ask = (client: SignedClient) => client.get('/software/notice');
      expect(await codes(22, () => ask(flooding))).toEqual([...Array<number>(20).fill(0), 503, 503]);
      expect(Number((await ask(flooding)).headers.get('retry-after'))).toBeGreaterThan(0);
      expect(small.get(LimitMetrics).refusals.get('nonces')).toBe(3);
      expect(await codes(10, () => ask(other))).toEqual(Array(10).fill(0));
      small.clock.advance(151);
      expect(await ask(flooding)).toMatchObject({ code: 0 });
    } finally {
      await small.stop();
    }
  });

  it('affect neither this machine nor a proxy on it that is missing from TRUST_PROXY', async () => {
    const app = await CardApplication.create(server);
    expect(await codes(10, (i) => app.login('D1', `NO-${i}`))).toEqual(Array(10).fill(10218));
    const refused = await codes(40, () => app.client.post('/card/login', { sign: '0' }));
    expect(refused).not.toContain(429);
    expect(await app.login()).toMatchObject({ code: 0 });
  });

  it('of 0 are off', async () => {
    const off = {
      LIMIT_REFUSED_REQUESTS: '0',
      LIMIT_WRONG_GUESSES: '0',
      LIMIT_WRONG_PASSWORDS: '0',
      LIMIT_TAKEN_NAMES: '0',
    };
    const other = await TestServer.start({
      TRUST_PROXY: 'loopback',
      ...off,
      LIMIT_WRONG_SIGN_INS: '0',
      LIMIT_WAITING_PASSWORDS: '0',
      LIMIT_NONCES: '0',
    });
    try {
      const app = await UserApplication.withAlice(other);
      const { client } = app.ofCards;
      const guess = (i: number) => send(client, '/card/login', { card: `NO-${i}`, device_id: 'D1' });
      expect(await codes(110, guess)).toEqual(Array(110).fill(10218));
      expect(await codes(25, (i) => app.login('D1', 'alice', `wrong ${i}`))).toEqual(Array(25).fill(10243));
      expect(await codes(25, (i) => app.register({ card: 'C2', device_id: `D${i}` }))).toEqual(
        Array(25).fill(10242),
      );
      const refused = await codes(40, () => send(client, '/card/login', { sign: '0' }));
      expect(refused).not.toContain(429);
    } finally {
      await other.stop();
    }
  });
});
