import { describe, expect, it } from '@jest/globals';
import { type AdminAnswer, AdminClient, OWNER } from '../../support/admin-client.js';
import { type Account, hire, NOBODY, type SignInBody, signInAs } from '../../support/admin-fixtures.js';
import { withFailingCommits } from '../../support/failing-commits.js';
import { countPasswordHashes } from '../../support/password-work.js';
import { REAL_COST, TestServer } from '../../support/test-server.js';

describe('signing in with many tries', () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback' }, REAL_COST);
  const owner = AdminClient.forSuite(server);

  const login = (who: SignInBody, headers?: Record<string, string>, url = server.url) =>
    signInAs(url, who, headers);
  const wrong = { email: OWNER.email, password: 'wrong password' };
  const statuses = async (tries: Promise<AdminAnswer>[]) => {
    const counts: Record<number, number> = {};
    for (const { status } of await Promise.all(tries)) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const many = (count: number, send: (i: number) => Promise<AdminAnswer>) =>
    Array.from({ length: count }, (_, i) => send(i));
  const at = (ip: string) => ({ 'x-forwarded-for': ip });

  it('limits an address after ten failures in 15 minutes, but no other address and no account', async () => {
    for (let i = 0; i < 9; i++) expect(await login(wrong, at('10.3.0.1'))).toMatchObject({ status: 401 });
    // A correct password neither counts nor resets the count.
    expect(await login(OWNER, at('10.3.0.1'))).toMatchObject({ status: 200 });
    expect(await login({ ...wrong, email: NOBODY }, at('10.3.0.1'))).toMatchObject({ status: 401 });

    const closed = await login(OWNER, at('10.3.0.1'));
    expect(closed).toMatchObject({ status: 429 });
    expect(closed.headers.getSetCookie()).toEqual([]);
    expect(closed.headers.get('retry-after')).toBe('90');
    expect(closed.body.message).toBe('Too many failed attempts; try again in 2 minutes');
    expect(await login(OWNER, at('10.3.0.2'))).toMatchObject({ status: 200 });

    server.clock.advance(89);
    expect(await login(OWNER, at('10.3.0.1'))).toMatchObject({ status: 429 });
    server.clock.advance(1);
    expect(await login(wrong, at('10.3.0.1'))).toMatchObject({ status: 401 });
    expect(await login(OWNER, at('10.3.0.1'))).toMatchObject({ status: 429 });
    server.clock.advance(90);
    expect(await login(OWNER, at('10.3.0.1'))).toMatchObject({ status: 200 });
  });

  it('checks only ten of many concurrent attempts', async () => {
    let counts = {};
    const hashes = await countPasswordHashes(async () => {
      counts = await statuses(many(25, () => login(wrong, at('10.3.1.1'))));
    });
    expect(counts).toEqual({ 401: 10, 429: 15 });
    expect(hashes).toBe(10);
  });

  it.each([
    ['right', OWNER],
    ['wrong', wrong],
  ])('does not count attempts with a %s password that the server could not answer', async (_, said) => {
    const tries = () => many(10, () => login(said, at('10.3.5.1')));
    await withFailingCommits(server.dataSource, async () => {
      for (let i = 0; i < 3; i++) expect(await statuses(tries())).toEqual({ 500: 10 });
    });
    expect(await login(OWNER, at('10.3.5.1'))).toMatchObject({ status: 200 });
  });

  it('does not count attempts that are refused because too many passwords wait for their check', async () => {
    const other = await TestServer.start({ LIMIT_WAITING_PASSWORDS: '1' });
    try {
      let refused = 0;
      for (let i = 0; i < 5; i++) {
        const {
          200: _,
          503: busy = 0,
          ...rest
        } = await statuses(many(10, () => login(OWNER, {}, other.url)));
        expect(rest).toEqual({});
        refused += busy;
      }
      expect(refused).toBeGreaterThan(20);
      expect(await login(OWNER, {}, other.url)).toMatchObject({ status: 200 });
    } finally {
      await other.stop();
    }
  });

  it.each([
    ['every address of an IPv6 network', '2001:db8:1:2::1', '2001:DB8:1:2:ffff::9', 429],
    ['not the next IPv6 network', '2001:db8:1:3::1', '2001:db8:1:4::1', 200],
    ['not another IPv4 address in the form of IPv6', '::ffff:10.3.2.1', '::ffff:10.3.2.2', 200],
    ['an IPv4 address in either form', '::ffff:10.3.2.3', '10.3.2.3', 429],
  ])('limits %s after ten failures', async (_, first, second, status) => {
    expect(await statuses(many(10, () => login(wrong, at(first))))).toEqual({ 401: 10 });
    expect(await login(OWNER, at(second))).toMatchObject({ status });
  });

  it('limits an IPv6 /48 after sixteen times as many attempts', async () => {
    const other = await TestServer.start({ TRUST_PROXY: 'loopback', LIMIT_WRONG_SIGN_INS: '1' });
    try {
      const from = (site: number, network: number) => at(`2001:db8:${site}:${network}::1`);
      const tries = many(16, (i) => login(wrong, from(1, i), other.url));
      expect(await statuses(tries)).toEqual({ 401: 16 });
      expect(await login(OWNER, from(1, 99), other.url)).toMatchObject({ status: 429 });
      expect(await login(OWNER, from(2, 99), other.url)).toMatchObject({ status: 200 });
    } finally {
      await other.stop();
    }
  });

  it('accepts the client address only from a trusted proxy', async () => {
    const other = await TestServer.start();
    try {
      const tries = many(10, (i) => login(wrong, at(`10.3.3.${i}`), other.url));
      expect(await statuses(tries)).toEqual({ 401: 10 });
      expect(await login(OWNER, at('10.3.3.99'), other.url)).toMatchObject({ status: 429 });
    } finally {
      await other.stop();
    }
  });

  it('counts wrong passwords of a signed-in administrator from all addresses', async () => {
    const account: Account & { client: AdminClient } = await hire(server, owner, 'viewer');
    const calls = [
      ['/auth/password', { newPassword: 'an entirely new one' }],
      ['/auth/totp', {}],
      ['/auth/totp/off', {}],
      ['/auth/totp/recovery-codes', {}],
    ] as const;
    const say = (i: number, currentPassword: string) => {
      const [path, body] = calls[i % calls.length]!;
      return account.client.request('POST', path, { ...body, currentPassword }, at(`10.3.4.${i}`));
    };
    expect(await statuses(many(10, (i) => say(i, 'wrong')))).toEqual({ 422: 10 });
    for (const i of calls.keys()) expect(await say(i, account.password)).toMatchObject({ status: 429 });
    expect(await login(account)).toMatchObject({ status: 200 });
  });
});
