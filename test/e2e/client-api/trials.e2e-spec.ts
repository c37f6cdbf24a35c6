import { describe, expect, it } from '@jest/globals';
import { ActivityCount } from '@app/database';
import { HeartbeatSaver, SessionExpiryJob } from '@app/licensing';
import { UsageWriter } from '@app/usage';
import { AdminClient } from '../../support/admin-client.js';
import { expectRefused } from '../../support/card-application.js';
import { newAddress, sendFrom } from '../../support/from-address.js';
import { codes, MANY, many } from '../../support/race.js';
import { statementsDuring } from '../../support/recorded-statements.js';
import { TestServer } from '../../support/test-server.js';
import { TrialApplication } from '../../support/trial-application.js';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

describe('trials', () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback' });

  const create = (settings = {}) => TrialApplication.create(server, { settings });
  const nowSec = () => Math.floor(server.clock.now() / 1000);
  /** Moves the clock to a local time in the next days, and returns the seconds until then. */
  const moveTo = (text: string, timeZone: string) => {
    const to = Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds;
    server.clock.advance((to - server.clock.now()) / 1000);
  };

  describe('POST /trial/login', () => {
    it('begins a trial, whose time runs from the first login', async () => {
      const app = await create({ time_zone: 'UTC' });
      const expires_ts = nowSec() + HOUR;
      const first = await app.login();
      expect(first).toMatchObject({ status: 200, code: 0, message: 'ok' });
      expect(first.result).toEqual({
        token: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
        expires: new Date(expires_ts * 1000).toISOString().slice(0, 19).replace('T', ' '),
        expires_ts,
        server_time: nowSec(),
        hg: 30,
      });
      server.clock.advance(HOUR - 1);
      const second = await app.login();
      expect(second.result).toMatchObject({ expires_ts, server_time: nowSec() });
      expect(second.result!.token).not.toBe(first.result!.token);
      expect(await app.rows()).toMatchObject([{ deviceId: 'D1', count: 1, convertedAt: null }]);
    });

    it('replaces the session of the device', async () => {
      const app = await create();
      const first = await app.open();
      const second = await app.open();
      expect((await app.heartbeat(first)).code).toBe(10404);
      expect((await app.heartbeat(second)).code).toBe(0);
      expect(await app.sessions()).toMatchObject([{ endReason: 'replaced' }, { endedAt: null }]);
    });

    it('is refused with 10401 while trials are off, as they are by default', async () => {
      const app = await create();
      const token = await app.open();
      await app.ofCards.configure({ trial: 'off' });
      await expectRefused(server, 10401, () => app.login());
      await expectRefused(server, 10401, () => app.heartbeat(token));
      await expectRefused(server, 10401, () => app.logout(token));
      const other = await server.client({ name: 'Without a setting' });
      expect(await other.post('/trial/login', { device_id: 'D1' })).toMatchObject({ code: 10401 });
    });

    it('is refused with 10405 once the one trial is over, for this device only', async () => {
      const app = await create();
      await app.open();
      server.clock.advance(HOUR);
      await expectRefused(server, 10405, () => app.login());
      server.clock.advance(400 * DAY);
      await expectRefused(server, 10405, () => app.login());
      await app.open('D2');
    });

    it('is refused for a blocked device with 10212', async () => {
      const app = await create();
      const token = await app.open();
      const { applicationId } = await app.ofCards.row();
      const admin = await AdminClient.owner(server);
      await admin.post('/blocks', { applicationId, kind: 'device', pattern: 'D1', reason: 'abuse' });
      await expectRefused(server, 10212, () => app.login());
      await expectRefused(server, 10212, () => app.heartbeat(token));
      await expectRefused(server, 10212, () => app.heartbeat());
      await app.open('D2');
    });

    it('begins one trial for many concurrent logins of a device', async () => {
      const app = await create();
      const answers = await Promise.all(many(() => app.login()));
      expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0));
      expect(new Set(answers.map(({ result }) => result!.expires_ts)).size).toBe(1);
      expect(await app.rows()).toMatchObject([{ count: 1 }]);
      expect((await app.sessions()).filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
    });
  });

  describe('POST /trial/heartbeat', () => {
    it('keeps the session alive, with the token, or without it for clients that send none or an empty one', async () => {
      const app = await create();
      const expires_ts = nowSec() + HOUR;
      const token = await app.open();
      for (const sent of [token, undefined, '', undefined, token]) {
        server.clock.advance(10 * (sent === token ? 1 : 90));
        const { code, result } = await app.heartbeat(sent);
        expect({ code, result }).toEqual({
          code: 0,
          result: { expires: expect.any(String), expires_ts, server_time: nowSec() },
        });
      }
    });

    it('is refused with 10404 when the first heartbeat comes more than 60 seconds after the login', async () => {
      const app = await create();
      const inTime = await app.open('D1');
      const late = await app.open('D2');
      server.clock.advance(60);
      expect((await app.heartbeat(inTime, 'D1')).code).toBe(0);
      server.clock.advance(1);
      await expectRefused(server, 10404, () => app.heartbeat(late, 'D2'));
      await expectRefused(server, 10404, () => app.heartbeat(undefined, 'D2'));
      // After the first heartbeat, the timeout is the same as for cards.
      server.clock.advance(1799);
      expect((await app.heartbeat(inTime, 'D1')).code).toBe(0);
      server.clock.advance(1801);
      await expectRefused(server, 10404, () => app.heartbeat(inTime, 'D1'));
      // The trial of D2 continued without a session, and is over by now.
      expect((await app.login('D2')).code).toBe(10405);
    });

    it('may come late if a first heartbeat came at the moment of the login', async () => {
      const app = await create();
      const token = await app.open();
      expect((await app.heartbeat(token)).code).toBe(0);
      server.clock.advance(600);
      expect((await app.heartbeat(token)).code).toBe(0);
    });

    it('is refused with 10404 without a login, after a logout, and for foreign tokens', async () => {
      const app = await create();
      await expectRefused(server, 10404, () => app.heartbeat());
      const token = await app.open();
      await expectRefused(server, 10404, () => app.heartbeat(token, 'D2'));
      await expectRefused(server, 10404, () => app.heartbeat('x'.repeat(20)));
      const card = await app.ofCards.open();
      await expectRefused(server, 10404, () => app.heartbeat(card));
      expect(await app.ofCards.heartbeat(token)).toMatchObject({ code: 10214 });
      expect((await app.heartbeat()).code).toBe(0);
      expect(await app.logout(token)).toMatchObject({ code: 0 });
      await expectRefused(server, 10404, () => app.heartbeat());
      await expectRefused(server, 10404, () => app.logout(token));
    });

    it('is refused with 10405 when the time is over, however many heartbeats came before', async () => {
      const app = await create({ trial_minutes: 2 });
      const token = await app.open();
      server.clock.advance(MINUTE);
      expect((await app.heartbeat(token)).code).toBe(0);
      server.clock.advance(59);
      expect((await app.heartbeat()).code).toBe(0);
      server.clock.advance(1);
      await expectRefused(server, 10405, () => app.heartbeat(token));
      await expectRefused(server, 10405, () => app.heartbeat());
    });

    it('asks nothing of the database, with or without a token', async () => {
      const own = await TestServer.start();
      try {
        own.stopScheduledJobs();
        const app = await TrialApplication.create(own);
        const token = await app.open();
        await app.heartbeat();
        const beat = async () => {
          for (let i = 0; i < 20; i++) {
            own.clock.advance(1);
            expect((await app.heartbeat(i % 2 === 0 ? token : undefined)).code).toBe(0);
          }
        };
        expect(await statementsDuring(own.dataSource, beat)).toEqual([]);
      } finally {
        await own.stop();
      }
    });

    it('finds the session that replaced the cached session', async () => {
      const app = await create();
      await app.open();
      expect((await app.heartbeat()).code).toBe(0);
      const token = await app.open();
      expect((await app.heartbeat()).code).toBe(0);
      expect((await app.heartbeat(token)).code).toBe(0);
    });

    it('survives a restart of the server', async () => {
      const own = await TestServer.start();
      try {
        const app = await TrialApplication.create(own);
        await app.open();
        expect((await app.heartbeat()).code).toBe(0);
        await own.restart();
        expect(
          (await app.ofCards.reconnect().client.post('/trial/heartbeat', { device_id: 'D1' })).code,
        ).toBe(0);
      } finally {
        await own.stop();
      }
    });

    it('leaves a session without a first heartbeat to the expiry job', async () => {
      const app = await create();
      await app.open();
      server.clock.advance(61);
      await server.get(SessionExpiryJob).run();
      expect(await app.sessions()).toMatchObject([{ endReason: 'timeout' }]);
    });
  });

  describe('in the mode interval', () => {
    const everyDay = (settings = {}) =>
      create({ trial: 'interval', trial_interval_hours: 24, time_zone: 'Asia/Shanghai', ...settings });

    it('gives a new trial in the next interval, from midnight in the time zone of the application', async () => {
      const app = await everyDay();
      moveTo('2030-05-01T22:30', 'Asia/Shanghai');
      const token = await app.open();
      server.clock.advance(30);
      expect((await app.heartbeat(token)).code).toBe(0);
      moveTo('2030-05-01T23:30', 'Asia/Shanghai');
      expect((await app.heartbeat(token)).code).toBe(10404);
      await expectRefused(server, 10406, () => app.login());
      moveTo('2030-05-01T23:59:59', 'Asia/Shanghai');
      await expectRefused(server, 10406, () => app.login());
      server.clock.advance(1);
      const { result } = await app.login();
      expect(result).toMatchObject({ expires_ts: nowSec() + HOUR });
      expect(await app.rows()).toMatchObject([{ count: 2 }]);
    });

    it('lets a trial run past the end of its interval, and then gives the next', async () => {
      const app = await everyDay();
      moveTo('2030-06-01T23:30', 'Asia/Shanghai');
      const { result } = await app.login();
      moveTo('2030-06-02T00:29:59', 'Asia/Shanghai');
      expect((await app.login()).result).toMatchObject({ expires_ts: result!.expires_ts });
      server.clock.advance(1);
      expect((await app.login()).result).toMatchObject({ expires_ts: nowSec() + HOUR });
      expect(await app.rows()).toMatchObject([{ count: 2 }]);
    });

    it.each([
      ['23 hours', '2031-03-09T00:00', '2031-03-09T23:59:59', 23],
      ['25 hours', '2031-11-02T00:00', '2031-11-02T23:59:59', 25],
    ])('has a day of %s when the clocks change', async (_, start, end, hours) => {
      const app = await everyDay({ time_zone: 'America/New_York' });
      moveTo(start, 'America/New_York');
      const began = nowSec();
      await app.open();
      moveTo(end, 'America/New_York');
      await expectRefused(server, 10406, () => app.login());
      server.clock.advance(1);
      expect(nowSec() - began).toBe(hours * HOUR);
      await app.open();
    });

    it('answers a heartbeat after the end with 10406', async () => {
      const app = await everyDay({ trial_minutes: 1 });
      const token = await app.open();
      server.clock.advance(60);
      await expectRefused(server, 10406, () => app.heartbeat(token));
    });

    it('gives no more trials than intervals while the clock is set back and forth', async () => {
      const app = await everyDay();
      moveTo('2032-05-01T12:00', 'Asia/Shanghai');
      await app.open();
      // If the clock is set back during a trial, the trial may have as much time left as a new trial, but not more.
      server.clock.step(-3 * DAY);
      expect((await app.login()).result).toMatchObject({ expires_ts: nowSec() + HOUR });
      server.clock.advance(HOUR);
      for (const step of [0, 2 * DAY, -DAY, 2 * DAY]) {
        server.clock.step(step);
        await expectRefused(server, 10406, () => app.login());
      }
      expect(await app.rows()).toMatchObject([{ count: 1 }]);
    });
  });

  it('ends no session that lives when the clock is set', async () => {
    const app = await create({ trial_minutes: 43_200 });
    const token = await app.open();
    for (const step of [0, HOUR, -HOUR, -600, 900]) {
      server.clock.step(step);
      for (let i = 0; i < 30; i++) {
        server.clock.advance(300 * Number(i > 0) + 30);
        expect((await app.heartbeat(i % 2 === 0 ? token : undefined)).code).toBe(0);
        await server.get(HeartbeatSaver).save();
        await server.get(SessionExpiryJob).run();
      }
    }
  });

  describe('the limit on new trials of an address', () => {
    const loginFrom = (app: TrialApplication, address: string, device_id: string) =>
      sendFrom(address, app.ofCards.client, '/trial/login', { device_id });

    it('lets a thousand devices of one address begin 20 trials a day, and never stops those begun', async () => {
      const app = await create();
      const address = newAddress();
      const devices = Array.from({ length: 1000 }, (_, i) => `device-${i}`);
      const answers = [];
      for (let i = 0; i < devices.length; i += 50)
        answers.push(
          ...(await Promise.all(devices.slice(i, i + 50).map((device) => loginFrom(app, address, device)))),
        );
      expect(await codes(Promise.resolve(answers))).toEqual({ 0: 20, 429: 980 });
      expect(Number(answers.find(({ code }) => code === 429)!.headers.get('retry-after'))).toBe(DAY / 20);
      const begun = (await app.rows()).map(({ deviceId }) => deviceId);
      expect(begun).toHaveLength(20);
      // Devices with a trial can log in again. Cards and other applications are not affected.
      for (const device of begun) expect((await loginFrom(app, address, device)).code).toBe(0);
      const card = { card: 'C1', device_id: 'other' };
      expect((await sendFrom(address, app.ofCards.client, '/card/login', card)).code).toBe(0);
      expect((await loginFrom(app, newAddress(), 'other')).code).toBe(0);
      const other = await create();
      expect((await loginFrom(other, address, 'other')).code).toBe(0);
      server.clock.advance(DAY / 20);
      expect((await loginFrom(app, address, 'one-more')).code).toBe(0);
      expect((await loginFrom(app, address, 'too-many')).code).toBe(429);
    });

    it('does not count refused and repeated logins', async () => {
      const app = await create({ trials_per_address: 2 });
      const address = newAddress();
      await loginFrom(app, address, 'D1');
      expect(await codes(many(() => loginFrom(app, address, 'D1')))).toEqual({ 0: MANY });
      server.clock.advance(HOUR);
      for (let i = 0; i < 5; i++) expect((await loginFrom(app, address, 'D1')).code).toBe(10405);
      expect((await loginFrom(app, address, 'D2')).code).toBe(0);
      expect((await loginFrom(app, address, 'D3')).code).toBe(429);
    });

    it('counts an IPv6 /64 as one address, and allows a /48 sixteen times as many trials', async () => {
      const app = await create({ trials_per_address: 1 });
      expect((await loginFrom(app, '2001:db8:1:1::1', 'D1')).code).toBe(0);
      expect((await loginFrom(app, '2001:db8:1:1::2', 'D2')).code).toBe(429);
      for (let i = 2; i <= 16; i++)
        expect((await loginFrom(app, `2001:db8:1:${i}::1`, `N${i}`)).code).toBe(0);
      expect((await loginFrom(app, '2001:db8:1:17::1', 'N17')).code).toBe(429);
      expect((await loginFrom(app, '2001:db8:2:1::1', 'N18')).code).toBe(0);
    });

    it('is off with 0', async () => {
      const app = await create({ trials_per_address: 0 });
      const address = newAddress();
      for (let i = 0; i < 30; i++) expect((await loginFrom(app, address, `D${i}`)).code).toBe(0);
    });
  });

  it('are accepted by variables that allow them, instead of a card', async () => {
    const app = await create();
    await app.ofCards.configure({
      variables: [
        { key: 'open', value: '1' },
        { key: 'paid', value: '2', card_auth: true },
        { key: 'tried', value: '3', card_auth: true, trials: true },
      ],
    });
    const read = (key: string, parameters = {}) =>
      app.ofCards.client.get(`/remote/variables/${key}`, parameters);
    const trial = { device_id: 'D1', token: await app.open() };
    expect((await read('open')).result).toMatchObject({ value: '1' });
    await expectRefused(server, 10502, () => read('paid', trial));
    expect((await read('tried', trial)).result).toMatchObject({ value: '3' });
    await expectRefused(server, 10502, () => read('tried'));
    await expectRefused(server, 10502, () => read('tried', { token: trial.token }));
    await expectRefused(server, 10502, () => read('tried', { device_id: 'D1' }));
    await expectRefused(server, 10404, () => read('tried', { ...trial, device_id: 'D2' }));
    // If the request contains a card, the card must be valid.
    await expectRefused(server, 10502, () => read('tried', { ...trial, kami: 'C1' }));
    await app.ofCards.open();
    expect((await read('tried', { kami: 'C1' })).result).toMatchObject({ value: '3' });
    server.clock.advance(30);
    await app.heartbeat(trial.token);
    await app.ofCards.configure({ heartbeat_timeout_sec: 86_400 });
    server.clock.advance(HOUR - 30);
    await expectRefused(server, 10405, () => read('tried', trial));
    await app.ofCards.configure({ trial: 'off' });
    await expectRefused(server, 10502, () => read('tried', trial));
  });

  it('are counted: those begun, and those converted by a card or a user', async () => {
    const app = await TrialApplication.create(server, {
      type: { max_devices: 0, max_sessions: 0 },
      cards: ['C1', 'C2'],
    });
    for (const device of ['D1', 'D2', 'D3']) await app.open(device);
    await app.open('D1');
    await app.ofCards.open('D1');
    await app.ofCards.open('D1');
    await app.ofCards.open('D9');
    const { applicationId } = await app.ofCards.row();
    const bob = { username: 'bob', password: 'correct horse', card: 'C2', device_id: 'D2' };
    expect((await app.ofCards.client.post('/user/register', bob)).code).toBe(0);
    const now = server.clock.now();
    expect((await app.rows()).map(({ deviceId, convertedAt }) => [deviceId, convertedAt])).toEqual([
      ['D1', now],
      ['D2', now],
      ['D3', null],
    ]);
    await server.get(UsageWriter).run();
    const counts = await server.dataSource.getRepository(ActivityCount).findBy({ applicationId });
    const total = (event: string) =>
      counts.filter((row) => row.event === event).reduce((sum, { count }) => sum + count, 0);
    expect([total('trial'), total('trial_conversion')]).toEqual([3, 2]);
  });
});
