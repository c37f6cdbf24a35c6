import { afterEach, expect, it } from '@jest/globals';
import { eventually } from '../../test/support/server-process.js';
import { describeAtServer, driver, newName, relay, server } from '../conformance/real-server.js';
import { hangUp, passOn } from '../conformance/relay.js';

/** Closing a keeper while a handler runs. */
describeAtServer((sdk) => {
  afterEach(async () => {
    relay.rule = passOn;
    await driver.ask('close', { session: 'session' });
  });

  /** Keeps a session until its handler runs. */
  async function keepUntilHandled(handler: object): Promise<void> {
    const options = server.options([relay.url], { device_id: newName(sdk), timeout_sec: 10, grace_sec: 60 });
    await driver.get('new', { client: 'client', options });
    await driver.get('login', { client: 'client', card: server.card(), session: 'session' });
    driver.events.length = 0;
    await driver.get('keep', { session: 'session', ...handler });
    relay.rule = hangUp;
    await driver.event('offline');
    relay.rule = passOn;
  }

  it('logs out at once although a handler blocks, and then waits for the handler', async () => {
    await keepUntilHandled({ blocks: true });
    const began = performance.now();
    const closed = driver.get('close', { session: 'session' });
    await eventually(async () => relay.seen('/logout').length > 0 || undefined);
    expect(performance.now() - began).toBeLessThan(8500);
    await closed;
    expect(performance.now() - began).toBeGreaterThan(9000);
    expect(relay.seen('/logout')).toHaveLength(1);
  });

  it('is closed at once although a handler closes it, too', async () => {
    await keepUntilHandled({ closes: true });
    const began = performance.now();
    await driver.get('close', { session: 'session' });
    expect(performance.now() - began).toBeLessThan(8500);
    expect(relay.seen('/logout')).toHaveLength(1);
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
  });
});
