import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationDto } from '@app/apply';
import { eventually } from '../../test/support/server-process.js';
import { TestServer } from '../../test/support/test-server.js';
import { Driver } from './driver.js';
import { applicationFile, optionsOf } from './licence-server.js';
import { passOn, Relay } from './relay.js';
import { describeSdk } from './sdks.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
const TICK_MS = 50;

/** Tests with a server whose clock differs from the driver's clock, and is set while the driver runs. */
describeSdk((sdk) => {
  let server: TestServer;
  let application: ApplicationDto;
  let driver: Driver;
  let relay: Relay;
  let ticking: NodeJS.Timeout;
  let isStopped = false;
  let cards = 0;
  beforeAll(async () => {
    server = await TestServer.start();
    application = await server.apply(applicationFile('Clock') as Record<string, unknown>);
    driver = Driver.start(sdk);
    let last = performance.now();
    ticking = setInterval(() => {
      const now = performance.now();
      if (!isStopped) server.clock.advance((now - last) / 1000);
      last = now;
    }, TICK_MS);
  });
  afterAll(async () => {
    clearInterval(ticking);
    await driver.stop();
    await server.stop();
  });
  beforeEach(async () => {
    relay = await Relay.start(server.url);
    relay.rule = honest;
  });
  afterEach(async () => {
    await driver.ask('close', { session: 'session' });
    await relay.close();
  });

  /** Forwards everything, with the server's time as `Date`. */
  const honest: Relay['rule'] = (exchange) => {
    const { reply } = exchange;
    const date = new Date(server.clock.now()).toUTCString();
    return passOn({
      ...exchange,
      reply: (answer) => reply({ ...answer, headers: { ...answer.headers, date } }),
    });
  };

  /** Sets the offset in seconds of the server's clock from this machine's clock, which the driver uses. */
  const setServer = (seconds: number) =>
    server.clock.step((Date.now() - server.clock.now()) / 1000 + seconds);

  const login = async (more: object = {}, card = `Month+${cards++} 卡%=é`) => {
    const options = optionsOf(application, [relay.url], { device_id: `${sdk.name}-${cards}`, ...more });
    await driver.get('new', { client: 'client', options });
    return driver.get('login', { client: 'client', card, session: 'session' });
  };
  const keep = async () => {
    driver.events.length = 0;
    await driver.get('keep', { session: 'session' });
  };
  const beats = async (count: number) => {
    const wanted = relay.seen('/heartbeat').length + count;
    await eventually(async () => relay.seen('/heartbeat').length >= wanted || undefined);
  };

  describe.each([
    ['an hour behind', HOUR],
    ['an hour ahead', -HOUR],
    ['two seconds ahead', -2],
  ])('a device whose clock is %s', (_, seconds) => {
    it('logs in, and signs by the server’s time from then on', async () => {
      // The server's clock is set when the request arrives, and stands still until the response. So no delay changes
      // the difference.
      relay.rule = async (exchange) => {
        relay.rule = honest;
        isStopped = true;
        const signedAt = Number(exchange.request.parameters.timestamp) * 1000;
        server.clock.step((signedAt - server.clock.now()) / 1000 + seconds);
        await Promise.resolve(honest(exchange)).finally(() => (isStopped = false));
      };
      await login();
      expect(relay.seen('/login')).toHaveLength(2);
      for (let i = 0; i < 3; i++) {
        expect(await driver.ofSession('heartbeat')).toMatchObject({ ok: { expires_ts: expect.any(Number) } });
      }
      expect(relay.seen('/heartbeat')).toHaveLength(3);
    });
  });

  it('follows the server’s clock when it is set forwards or backwards', async () => {
    setServer(0);
    await login();
    for (const seconds of [HOUR, -HOUR]) {
      server.clock.step(seconds);
      expect(await driver.ofSession('heartbeat')).toMatchObject({ ok: {} });
    }
    await keep();
    server.clock.step(HOUR);
    await beats(3);
    expect(await driver.state()).toMatchObject({ state: 'online', licensed: true });
  });

  it('repeats a request only once', async () => {
    setServer(0);
    await login();
    relay.rule = async (exchange) => {
      server.clock.step(HOUR);
      await honest(exchange);
    };
    expect(await driver.ofSession('heartbeat')).toMatchObject({ error: { kind: 'refused', code: 10011 } });
    expect(relay.seen('/heartbeat')).toHaveLength(2);
  });

  it('ends when the licence expires while the server answers', async () => {
    setServer(0);
    await login();
    await keep();
    await beats(1);
    server.clock.step(40 * DAY);
    const { code } = await driver.event('ended');
    // The session may time out before the card is checked; the new login then reveals the reason.
    expect(code).toBe(10210);
    expect(await driver.state()).toMatchObject({ state: 'ended', licensed: false });
  });

  it('ends when the licence expires while no server answers', async () => {
    setServer(0);
    const { expires_ts } = await login({ grace_sec: 600 }, `Short+${cards++} 卡%=é`);
    // Sets the server's clock to twenty seconds before the expiry. The login tells the program this time.
    for (let left = 0; left < 90; left++) {
      const now = server.clock.now() / 1000;
      const step = Math.min(20, (expires_ts as number) - 20 - now);
      if (step <= 0) break;
      server.clock.step(step);
    }
    await driver.get('login', { client: 'client', card: `Short+${cards - 1} 卡%=é`, session: 'session' });
    await keep();
    await relay.close();
    await driver.event('offline');
    expect(await driver.state()).toMatchObject({ state: 'offline', licensed: true });
    expect(await driver.event('ended')).toMatchObject({ reason: 'expired' });
    expect(await driver.state()).toMatchObject({ state: 'ended', licensed: false, reason: 'expired' });
  });
});
