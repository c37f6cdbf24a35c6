import { beforeEach, describe, expect, it } from '@jest/globals';
import { HeartbeatSaver, SessionExpiryJob } from '@app/licensing';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { newAddress, sendFrom } from '../../support/from-address.js';
import { TestServer } from '../../support/test-server.js';

const HOUR = 3600;
const TIMEOUT = 1800;
const WRONG_GUESSES = 5;

describe('setting the clock while the server runs', () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback', LIMIT_WRONG_GUESSES: String(WRONG_GUESSES) });
  let app: CardApplication;
  let token: string;

  beforeEach(async () => {
    app = await CardApplication.create(server, {
      settings: { heartbeat_timeout_sec: TIMEOUT },
      type: { max_sessions: 1, max_devices: 0 },
    });
    token = await app.open();
  });

  const beat = async () => (await app.heartbeat(token)).code;
  /** Runs the scheduled jobs of the server. */
  const work = async () => {
    await server.get(HeartbeatSaver).save();
    await server.get(SessionExpiryJob).run();
  };
  /** Lets time pass while a client sends heartbeats. */
  const live = async (seconds: number, everySec = 300) => {
    for (let passed = 0; passed < seconds; passed += everySec) {
      server.clock.advance(everySec);
      expect(await beat()).toBe(0);
      await work();
    }
  };

  it.each([
    ['an hour ahead', [HOUR]],
    ['an hour back', [-HOUR]],
    ['ahead and back', [HOUR, -HOUR]],
    ['back and ahead', [-HOUR, HOUR]],
    ['some minutes ahead and back, repeatedly,', [600, -1200, 900, -300]],
  ])('%s ends no session that lives', async (_, steps) => {
    await live(600);
    for (const step of steps) {
      server.clock.step(step);
      await work();
      expect(await beat()).toBe(0);
      await live(600);
    }
    await live(2 * HOUR);
    expect((await app.client.post('/card/logout', { card: 'C1', token })).code).toBe(0);
  });

  it('after a step ahead, lets a session die one timeout after it was opened, and not sooner', async () => {
    server.clock.step(HOUR);
    server.clock.advance(TIMEOUT - 1);
    await work();
    expect(await app.login('D2')).toMatchObject({ code: 10213 });
    server.clock.advance(2);
    await work();
    expect(await beat()).toBe(10214);
  });

  it('after a step back, lets an abandoned session live on for at most that step', async () => {
    server.clock.step(-HOUR);
    server.clock.advance(HOUR + TIMEOUT + 1);
    expect(await beat()).toBe(10214);
    await work();
    expect(await app.login('D2')).toMatchObject({ code: 0 });
  });

  it('accepts no request twice after any clock change', async () => {
    const signed = app.client.sign({ card: 'C1', token });
    const send = async () => (await app.client.send('POST', '/card/heartbeat', signed, 'json')).code;
    expect(await send()).toBe(0);
    server.clock.step(HOUR);
    expect(await send()).toBe(10011);
    // While the clock is wrong, other nonces arrive for so long that the server could drop old ones.
    for (let i = 0; i < 3; i++) {
      server.clock.advance(15);
      expect(await beat()).toBe(0);
    }
    server.clock.step(-HOUR);
    expect(await send()).toBe(10014);
    server.clock.step(-HOUR);
    expect(await send()).toBe(10013);
    server.clock.step(HOUR);
    expect(await send()).toBe(10014);
  });

  it('after a step back, bans a guessing address for about an hour, not for the length of the step', async () => {
    const address = newAddress();
    const login = async (card: string) =>
      (await sendFrom(address, app.client, '/card/login', { card, device_id: 'D1' })).code;
    for (let i = 0; i < WRONG_GUESSES; i++) expect(await login(`NO-${i}`)).toBe(10218);
    expect(await login('NO-5')).toBe(429);
    server.clock.step(-10 * HOUR);
    expect(await login('NO-5')).toBe(429);
    server.clock.advance(HOUR / 2);
    expect(await login('NO-5')).toBe(429);
    // The limit itself remembers attempts for at most an hour longer than its period.
    server.clock.advance(2 * HOUR);
    expect(await login('NO-5')).toBe(10218);
  });

  it('keeps administrators signed in, but not forever', async () => {
    const admin = await AdminClient.owner(server);
    const isIn = async () => (await admin.get('/auth/me')).status === 200;
    for (const step of [13 * HOUR, -13 * HOUR, -HOUR, HOUR]) {
      server.clock.step(step);
      expect(await isIn()).toBe(true);
    }
    // The stored time of the last use is still 13 hours ahead, so the session ends 13 hours later than usual.
    server.clock.advance(25 * HOUR + 1);
    expect(await isIn()).toBe(false);
  });
});
