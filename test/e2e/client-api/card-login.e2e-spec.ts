import { describe, expect, it } from '@jest/globals';
import { CardApplication, type CardApplicationFile, expectRefused } from '../../support/card-application.js';
import { MANY } from '../../support/race.js';
import type { Parameters } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

const DAY = 86_400;

describe('POST /card/login', () => {
  const server = TestServer.forSuite();

  const create = (file?: CardApplicationFile) => CardApplication.create(server, file);
  const nowSec = () => server.clock.now() / 1000;

  /** An application whose card C1 was recharged with U, so that U is consumed. */
  async function consumed(): Promise<CardApplication> {
    const app = await create({ cards: ['C1', 'U'] });
    await app.open();
    expect(await app.recharge('U')).toMatchObject({ code: 0 });
    return app;
  }

  describe('a card that may log in', () => {
    it('is activated and gets a session', async () => {
      const app = await create({ cards: [{ card: 'C1', config: '{"a":1}' }] });
      const answer = await app.login();
      expect(answer).toMatchObject({ status: 200, code: 0, message: 'ok' });
      expect(answer.result).toEqual({
        card_type: 'Type',
        token: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
        expires: '2026-02-14 20:00:00',
        expires_ts: nowSec() + 30 * DAY,
        config: '{"a":1}',
        server_time: nowSec(),
        hg: 600,
      });
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await app.heartbeat(String(answer.result!.token))).toMatchObject({ code: 0 });
      expect(await app.row()).toMatchObject({ status: 'activated', activatedAt: server.clock.now() });
      expect(await app.devices()).toEqual(['D1']);
    });

    it('stores only the hash of a token', async () => {
      const app = await create();
      const token = await app.open();
      expect(JSON.stringify(await app.sessions())).not.toContain(token);
    });

    it('answers an empty config when none was set', async () => {
      const app = await create();
      expect((await app.login()).result).toMatchObject({ config: '' });
    });

    it.each([
      ['the default: a third of the timeout', {}, 600],
      ['a third of the timeout, rounded down', { heartbeat_timeout_sec: 100 }, 33],
      ['the setting', { hg: 45 }, 45],
    ])('gets an hg that is %s', async (_, settings, hg) => {
      const app = await create({ settings });
      expect((await app.login()).result).toMatchObject({ hg });
    });

    it('starts its time at the first login only', async () => {
      const app = await create();
      const first = await app.login();
      const activated = await app.row();
      server.clock.advance(3 * DAY);
      const second = await app.login();
      expect(second.result).toMatchObject({
        expires: first.result!.expires,
        expires_ts: first.result!.expires_ts,
      });
      expect(await app.row()).toEqual(activated);
    });

    it('starts its time at its first login, not at its creation', async () => {
      const app = await create();
      server.clock.advance(100 * DAY);
      expect((await app.login()).result).toMatchObject({ expires_ts: nowSec() + 30 * DAY });
    });

    it.each([
      ['Asia/Shanghai', '2099-12-31T15:59:59Z'],
      ['UTC', '2099-12-31T23:59:59Z'],
      ['America/New_York', '2100-01-01T04:59:59Z'],
    ])('is shown a permanent expiry as the end of 2099 in %s', async (time_zone, instant) => {
      const app = await create({ settings: { time_zone }, type: { duration: { unit: 'permanent' } } });
      expect((await app.login()).result).toMatchObject({
        expires: '2099-12-31 23:59:59',
        expires_ts: Date.parse(instant) / 1000,
      });
      server.clock.advance(200 * DAY);
      expect(await app.login()).toMatchObject({ code: 0 });
    });

    it.each(['UTC', 'America/New_York', 'Asia/Kathmandu'])('is shown its expiry in %s', async (time_zone) => {
      const app = await create({ settings: { time_zone }, type: { duration: { unit: 'hours', amount: 5 } } });
      const local = new Date(server.clock.now() + 5 * 3_600_000).toLocaleString('sv-SE', {
        timeZone: time_zone,
      });
      expect((await app.login()).result).toMatchObject({ expires: local, expires_ts: nowSec() + 5 * 3600 });
    });
  });

  describe('that may not bind the device (bind_device=0)', () => {
    const loginAgain = (app: CardApplication, device = 'D1') => app.login(device, 'C1', { bind_device: '0' });

    it('gets a session on a bound device', async () => {
      const app = await create();
      await app.open();
      const { code, result } = await loginAgain(app);
      expect(code).toBe(0);
      expect(await app.lives(String(result!.token))).toBe(true);
      expect(await app.devices()).toEqual(['D1']);
    });

    it('is refused with 10215 on a device that was unbound, so that another device can take its place', async () => {
      const app = await create();
      const token = await app.open();
      expect(await app.unbind(token)).toMatchObject({ code: 0 });
      await expectRefused(server, 10215, () => loginAgain(app));
      const elsewhere = await app.open('D2');
      await expectRefused(server, 10215, () => loginAgain(app));
      expect(await app.lives(elsewhere)).toBe(true);
    });

    it('does not start the time of an unused card', async () => {
      const app = await create();
      await expectRefused(server, 10215, () => loginAgain(app));
      expect(await app.row()).toMatchObject({ status: 'unused', activatedAt: null });
    });

    it('binds nothing while the device is being unbound by many requests', async () => {
      const app = await create({ type: { max_sessions: 0 } });
      const token = await app.open();
      const logins = Array.from({ length: MANY }, () => loginAgain(app));
      const codes = await Promise.all(
        [app.unbind(token), ...logins].map(async (answer) => (await answer).code),
      );
      expect(codes[0]).toBe(0);
      for (const code of codes) expect([0, 10215]).toContain(code);
      expect(await app.devices()).toEqual([]);
      expect((await app.sessions()).filter(({ endedAt }) => endedAt === null)).toEqual([]);
    });

    it('checks first whether the card is frozen or expired', async () => {
      const app = await create();
      await app.open();
      server.clock.advance(31 * DAY);
      await expectRefused(server, 10210, () => loginAgain(app, 'D2'));
      await app.change({ frozen: true });
      await expectRefused(server, 10212, () => loginAgain(app, 'D2'));
    });

    it.each(['', '2', 'false'])('refuses the value %j with 400', async (bind_device) => {
      const app = await create();
      const answer = await expectRefused(server, 400, () => app.login('D1', 'C1', { bind_device }));
      expect(Object.keys(answer.errs!)).toEqual(['bind_device']);
    });
  });

  it('binds the device with bind_device=1', async () => {
    const app = await create();
    expect(await app.login('D1', 'C1', { bind_device: '1' })).toMatchObject({ code: 0 });
    expect(await app.devices()).toEqual(['D1']);
  });

  describe('refuses without changing anything', () => {
    it.each(['nope', 'c1', 'C', 'C11'])('a card that does not exist with 10218 (%s)', async (card) => {
      const app = await create();
      await expectRefused(server, 10218, () => app.login('D1', card));
    });

    it('a card of another application with 10218', async () => {
      const app = await create();
      await create({ cards: ['theirs'] });
      await expectRefused(server, 10218, () => app.login('D1', 'theirs'));
    });

    it('a consumed card with 10218', async () => {
      const app = await consumed();
      await expectRefused(server, 10218, () => app.login('D1', 'U'));
    });

    it('a frozen unused card with 10212, so its time does not start', async () => {
      const app = await create({ cards: [{ card: 'C1', frozen: true }] });
      await expectRefused(server, 10212, () => app.login());
      server.clock.advance(DAY);
      await app.change({ frozen: false });
      expect((await app.login()).result).toMatchObject({ expires_ts: nowSec() + 30 * DAY });
    });

    it('a frozen activated card with 10212', async () => {
      const app = await create();
      await app.open();
      await app.change({ frozen: true });
      await expectRefused(server, 10212, () => app.login());
    });

    it('a card exactly at its expiry with 10210, but not one second before', async () => {
      const app = await create({ type: { duration: { unit: 'hours', amount: 1 } } });
      await app.open();
      server.clock.advance(3599);
      await app.open();
      server.clock.advance(1);
      await expectRefused(server, 10210, () => app.login());
    });

    it('a device beyond the device limit with 10217', async () => {
      const app = await create({ type: { max_sessions: 0, max_devices: 2 } });
      const tokens = [await app.open('D1'), await app.open('D2')];
      await expectRefused(server, 10217, () => app.login('D3'));
      for (const token of tokens) expect(await app.lives(token)).toBe(true);
    });

    it('a session beyond the session limit with 10213', async () => {
      const app = await create({ type: { max_sessions: 1, max_devices: 2 } });
      const token = await app.open('D1');
      await expectRefused(server, 10213, () => app.login('D2'));
      expect(await app.lives(token)).toBe(true);
    });

    it.each<[string, Parameters, string]>([
      ['no card', { device_id: 'D1' }, 'card'],
      ['an empty card', { card: '', device_id: 'D1' }, 'card'],
      ['a card with white space around it', { card: 'C1 ', device_id: 'D1' }, 'card'],
      ['a card of 65 characters', { card: 'c'.repeat(65), device_id: 'D1' }, 'card'],
      ['no device', { card: 'C1' }, 'device_id'],
      ['an empty device', { card: 'C1', device_id: '' }, 'device_id'],
      ['a device of 129 characters', { card: 'C1', device_id: 'd'.repeat(129) }, 'device_id'],
    ])('%s with 400', async (_, parameters, wrong) => {
      const app = await create();
      const answer = await expectRefused(server, 400, () => app.client.post('/card/login', parameters));
      expect(Object.keys(answer.errs!)).toEqual([wrong]);
    });

    // Each card fails two checks. The first of them decides.
    it('consumed before frozen', async () => {
      const app = await consumed();
      await app.change({ frozen: true }, 'U');
      await expectRefused(server, 10218, () => app.login('D1', 'U'));
    });

    it('frozen before expired', async () => {
      const app = await create();
      await app.open();
      await app.change({ frozen: true });
      server.clock.advance(31 * DAY);
      await expectRefused(server, 10212, () => app.login());
    });

    it('frozen before the device place', async () => {
      const app = await create();
      await app.open();
      await app.change({ frozen: true });
      await expectRefused(server, 10212, () => app.login('D2'));
    });

    it('expired before the device place', async () => {
      const app = await create();
      await app.open();
      server.clock.advance(31 * DAY);
      await expectRefused(server, 10210, () => app.login('D2'));
    });

    it('expired before the session place', async () => {
      const duration = { unit: 'minutes', amount: 10 };
      const app = await create({ type: { duration, max_devices: 2 } });
      await app.open();
      server.clock.advance(600);
      await expectRefused(server, 10210, () => app.login('D2'));
    });

    it.each(['refuse', 'kick_oldest'])(
      'device place before session place (%s)',
      async (multi_open_policy) => {
        const app = await create({ settings: { multi_open_policy } });
        const token = await app.open();
        await expectRefused(server, 10217, () => app.login('D2'));
        expect(await app.lives(token)).toBe(true);
      },
    );
  });

  it.each([
    ['an address', '203.0.113.7', '203.0.113.7'],
    ['an address with a port', '203.0.113.7:5678', '203.0.113.7'],
    ['brackets and a port', '[2001:db8::1]:443', '2001:db8::1'],
    ['an IPv4 address in the form of IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
    ['an IPv6 address that is not shortened', '2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['a chain of proxies with ports', '203.0.113.7:5678, 127.0.0.1:80', '203.0.113.7'],
    ['no address at all', 'x'.repeat(60), '0.0.0.0'],
    ['an address with a zone', `fe80::1%${'z'.repeat(60)}`, 'fe80::1'],
  ])('stores the address from a trusted proxy in normal form if valid: %s', async (_, forwarded, ip) => {
    const proxied = await TestServer.start({ TRUST_PROXY: 'loopback' });
    const client = await proxied.client({
      card_types: [{ name: 'Month', duration: { unit: 'days', amount: 30 } }],
      cards: [{ card: 'C1', card_type: 'Month' }],
    });
    const body = JSON.stringify(client.sign({ card: 'C1', device_id: 'D1' }));
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded };
    expect(await client.request('POST', '/card/login', body, headers)).toMatchObject({ code: 0 });
    expect(await proxied.dataSource.query('SELECT ip FROM sessions')).toEqual([{ ip }]);
    await proxied.stop();
  });
});
