import { describe, expect, it } from '@jest/globals';
import { type CardApplicationFile, expectRefused } from '../../support/card-application.js';
import { countPasswordHashes } from '../../support/password-work.js';
import { codes } from '../../support/race.js';
import { REAL_COST, TestServer } from '../../support/test-server.js';
import { PASSWORD, UserApplication } from '../../support/user-application.js';

const DAY = 86_400;
const WRONG = 'wrong horse';

describe('POST /user/login', () => {
  const server = TestServer.forSuite({}, REAL_COST);

  const withAlice = (file?: CardApplicationFile) => UserApplication.withAlice(server, file);
  const nowSec = () => server.clock.now() / 1000;

  it('answers like a card login', async () => {
    const app = await withAlice({ settings: { time_zone: 'UTC' } });
    const expires_ts = nowSec() + 30 * DAY;
    await app.setConfig('{"a":1}');
    server.clock.advance(DAY);
    const answer = await app.login();
    expect(answer).toMatchObject({ status: 200, code: 0, message: 'ok' });
    expect(answer.result).toEqual({
      card_type: 'Type',
      token: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
      expires: new Date(expires_ts * 1000).toISOString().slice(0, 19).replace('T', ' '),
      expires_ts,
      config: '{"a":1}',
      server_time: nowSec(),
      hg: 600,
    });
    expect(await app.sessions()).toMatchObject([{ holderKind: 'user', deviceId: 'D1', endedAt: null }]);
  });

  it('binds a further device within the device limit', async () => {
    const app = await withAlice({ type: { max_sessions: 0, max_devices: 2 } });
    await app.open('D2');
    expect(await app.devices()).toEqual(['D1', 'D2']);
    await expectRefused(server, 10217, () => app.login('D3'));
  });

  it('is refused with 10215 under bind_device=0 on a device that is not bound', async () => {
    const app = await withAlice({ type: { max_sessions: 0, max_devices: 2 } });
    const loginAgain = (device: string, password = PASSWORD) =>
      app.login(device, 'alice', password, { bind_device: '0' });
    expect(await loginAgain('D1')).toMatchObject({ code: 0 });
    await expectRefused(server, 10215, () => loginAgain('D2'));
    await expectRefused(server, 10243, () => loginAgain('D2', WRONG));
    expect(await app.login('D2', 'alice', PASSWORD, { bind_device: '1' })).toMatchObject({ code: 0 });
    expect(await app.devices()).toEqual(['D1', 'D2']);
  });

  it('is possible on a bound device, however many wrong passwords are sent on others', async () => {
    const app = await withAlice({ type: { max_sessions: 0, max_devices: 0 } });
    await app.open('D2');
    const guesses = (count: number, device: (i: number) => string) =>
      codes(Array.from({ length: count }, (_, i) => app.login(device(i), 'alice', `${WRONG} ${i}`)));
    expect(await guesses(25, (i) => `stranger ${i}`)).toEqual({ 10243: 20, 429: 5 });
    for (let i = 0; i < 3; i++) {
      expect(await app.login('D1')).toMatchObject({ code: 0 });
      for (const device of ['D3', 'd1', 'D1 ']) expect((await app.login(device)).status).toBe(429);
      expect((await app.login('D1', 'nobody')).code).toBe(10243);
      // A user gets an attempt back every 45 seconds, and the stranger uses it.
      server.clock.advance(45);
      expect(await guesses(1, () => 'stranger')).toEqual({ 10243: 1 });
    }
    // Guesses with the id of a bound device use up the attempts of this device only.
    expect(await guesses(25, () => 'D1')).toEqual({ 10243: 20, 429: 5 });
    expect((await app.login('D1')).status).toBe(429);
    expect(await app.login('D2')).toMatchObject({ code: 0 });
  });

  describe('refuses without changing anything', () => {
    it.each<[string, string, string]>([
      ['a wrong password', 'alice', WRONG],
      ['the password in capitals', 'alice', PASSWORD.toUpperCase()],
      ['the password with a space after it', 'alice', `${PASSWORD} `],
      ['an unknown user', 'bob', PASSWORD],
      ['the user with a capital letter', 'Alice', PASSWORD],
      ['the name of a card', 'C2', PASSWORD],
    ])('%s with 10243', async (_, username, password) => {
      const app = await withAlice();
      const answer = await expectRefused(server, 10243, () => app.login('D1', username, password));
      // All refusals have the same message.
      expect(answer.message).toBe('wrong user name or password');
    });

    it('a user of another application with 10243', async () => {
      await withAlice();
      const other = await UserApplication.create(server);
      await expectRefused(server, 10243, () => other.login());
    });

    it('a frozen user with 10252', async () => {
      const app = await withAlice();
      await app.change({ frozen: true });
      await expectRefused(server, 10252, () => app.login());
      await app.change({ frozen: false });
      await app.open();
    });

    it('a user exactly at its expiry with 10250, but not one second before', async () => {
      const app = await withAlice({ type: { duration: { unit: 'hours', amount: 1 } } });
      server.clock.advance(3599);
      await app.open();
      server.clock.advance(1);
      await expectRefused(server, 10250, () => app.login());
    });

    it('a device beyond the device limit with 10217', async () => {
      const app = await withAlice();
      const token = await app.open();
      await expectRefused(server, 10217, () => app.login('D2'));
      expect(await app.lives(token)).toBe(true);
    });

    it('a session beyond the session limit with 10253', async () => {
      const app = await withAlice({ type: { max_devices: 2 } });
      const token = await app.open();
      await expectRefused(server, 10253, () => app.login('D2'));
      expect(await app.lives(token)).toBe(true);
    });

    it('first the password, then frozen, expired, the device place and the session place', async () => {
      const app = await withAlice({
        settings: { heartbeat_timeout_sec: 86_400 },
        type: { duration: { unit: 'hours', amount: 2 } },
      });
      await app.open();
      await expectRefused(server, 10217, () => app.login('D2'));
      server.clock.advance(2 * 3600);
      await expectRefused(server, 10250, () => app.login('D2'));
      await app.change({ frozen: true });
      await expectRefused(server, 10252, () => app.login('D2'));
      await expectRefused(server, 10243, () => app.login('D2', 'alice', WRONG));
    });

    it.each([
      ['username', ''],
      ['username', 'u'.repeat(21)],
      ['password', '12345'],
      ['password', 'p'.repeat(31)],
      ['device_id', ''],
      ['device_id', 'd'.repeat(129)],
    ])('the %s %j with 400', async (parameter, value) => {
      const app = await withAlice();
      const alice = { username: 'alice', password: PASSWORD, device_id: 'D1' };
      const answer = await expectRefused(server, 400, () =>
        app.post('login', { ...alice, [parameter]: value }),
      );
      expect(Object.keys(answer.errs!)).toEqual([parameter]);
    });

    it.each(['username', 'password', 'device_id'])('no %s with 400', async (missing) => {
      const app = await withAlice();
      const all: Record<string, string> = { username: 'alice', password: PASSWORD, device_id: 'D1' };
      const { [missing]: _, ...parameters } = all;
      const answer = await expectRefused(server, 400, () => app.post('login', parameters));
      expect(Object.keys(answer.errs!)).toEqual([missing]);
    });
  });

  it('does the same work for an unknown user as for a wrong and for the right password', async () => {
    const app = await withAlice();
    expect(await countPasswordHashes(() => app.login('D1', 'bob'))).toBe(1);
    expect(await countPasswordHashes(() => app.login('D1', 'alice', WRONG))).toBe(1);
    expect(await countPasswordHashes(() => app.login())).toBe(1);
  });

  describe('at the multi-open limit', () => {
    it('a session of the same device is replaced', async () => {
      const app = await withAlice();
      const [old, token] = [await app.open(), await app.open()];
      expect([await app.lives(old), await app.lives(token)]).toEqual([false, true]);
      expect((await app.sessions()).map(({ endReason }) => endReason)).toEqual(['replaced', null]);
    });

    it('refuse: another device is refused with 10253 until a session ends', async () => {
      const app = await withAlice({ type: { max_sessions: 2, max_devices: 3 } });
      const tokens = [await app.open('D1'), await app.open('D2')];
      await expectRefused(server, 10253, () => app.login('D3'));
      await app.logout(tokens[0]!);
      await app.open('D3');
      expect(await app.lives(tokens[1]!)).toBe(true);
    });

    it('kick_oldest: the oldest login ends', async () => {
      const app = await withAlice({
        settings: { multi_open_policy: 'kick_oldest' },
        type: { max_sessions: 2, max_devices: 0 },
      });
      const tokens: string[] = [];
      for (const device of ['D1', 'D2', 'D3']) {
        tokens.push(await app.open(device));
        server.clock.advance(1);
      }
      expect(await Promise.all(tokens.map((token) => app.lives(token)))).toEqual([false, true, true]);
    });
  });
});
