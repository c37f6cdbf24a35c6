import { afterEach, expect, it } from '@jest/globals';
import { eventually } from '../../test/support/server-process.js';
import { describeAtServer, driver, newName, relay, server } from '../conformance/real-server.js';
import { hangUp, passOn } from '../conformance/relay.js';

const untilSeen = (end: string) => eventually(async () => relay.seen(end).length > 0 || undefined);

/** Lets heartbeats pass only after the returned function was called. */
const holdBeats = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  relay.rule = async (exchange) => {
    if (exchange.request.path.endsWith('/heartbeat')) await promise;
    await passOn(exchange);
  };
  return resolve;
};

/** The end of a keeper, where threads and the end of the JVM matter. */
describeAtServer((sdk) => {
  afterEach(() => {
    relay.rule = passOn;
  });

  const keep = async (more: object = {}, blocks = false) => {
    const options = server.options([relay.url], { device_id: newName(sdk), ...more });
    await driver.get('new', { client: 'client', options });
    await driver.get('login', { client: 'client', card: server.card(), session: 'session' });
    await driver.get('keep', { session: 'session', blocks });
  };

  it('returns from a second close only after the logout of the first one', async () => {
    const release = holdBeats();
    await keep({ timeout_sec: 60 });
    await untilSeen('/heartbeat');
    const first = driver.get('close', { session: 'session' });
    await eventually(async () => (await driver.state()).state === 'ended' || undefined);
    let logouts: number | undefined;
    const second = driver.get('close', { session: 'session' }).then(() => {
      logouts = relay.seen('/logout').length;
    });
    // Gives the second close time to begin, and to return too early.
    await driver.get('resources');
    expect(logouts).toBeUndefined();
    release();
    await Promise.all([first, second]);
    expect(logouts).toBe(1);
    expect(relay.seen('/logout')).toHaveLength(1);
  });

  it('does not wait for a handler of the end of the licence, which may be in System.exit', async () => {
    await keep({ grace_sec: 0, timeout_sec: 60 }, true);
    relay.rule = hangUp;
    await driver.event('ended');
    relay.rule = passOn;
    const begin = performance.now();
    await driver.get('close', { session: 'session' });
    expect(performance.now() - begin).toBeLessThan(30_000);
    expect(relay.seen('/logout')).toHaveLength(1);
  });

  it('waits for a heartbeat and logs out in an interrupted thread, which stays interrupted', async () => {
    const release = holdBeats();
    await keep({ timeout_sec: 60 });
    await untilSeen('/heartbeat');
    const closed = driver.get('close_interrupted', { session: 'session' });
    await eventually(async () => (await driver.state()).state === 'ended' || undefined);
    await driver.get('resources');
    expect(relay.seen('/logout')).toHaveLength(0);
    release();
    expect(await closed).toEqual({ interrupted: true });
    expect(relay.seen('/logout')).toHaveLength(1);
    expect(await driver.ofSession('heartbeat')).toMatchObject({ error: { code: 10214 } });
  });

  it('updates the text of the end of the licence', async () => {
    const options = server.options([relay.url], { device_id: newName(sdk) });
    await driver.get('new', { client: 'client', options });
    const card = server.card();
    const { expires } = await driver.get('login', { client: 'client', card, session: 'session' });
    await driver.get('keep', { session: 'session' });
    expect(await driver.call('recharge', [card, server.card()])).toMatchObject({ ok: {} });
    await eventually(async () => {
      const state = await driver.get('state', { session: 'session' });
      return state.expires !== expires || undefined;
    });
    await driver.get('close', { session: 'session' });
  });
});
