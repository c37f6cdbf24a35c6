import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eventually } from '../../test/support/server-process.js';
import { VECTORS } from '../../test/support/test-vectors.js';
import { Driver, type State } from './driver.js';
import { optionsOf } from './licence-server.js';
import { describeAtServer, driver, newName, relay, server } from './real-server.js';
import { busy, hangUp, passOn, Relay, type Rule } from './relay.js';
import { signAnswer, signTicket } from './signed-answer.js';

const { codes } = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors.json'), 'utf8')) as {
  codes: { code: number; tell: { en: string; zh: string } }[];
};

/** The session keeper against a real server, with a heartbeat every second. */
describeAtServer((sdk) => {
  let card: string;
  afterEach(async () => {
    relay.rule = passOn;
    await driver.ask('close', { session: 'session' });
  });

  /** Logs in and begins to keep the session. */
  const keep = async (
    more: object = {},
    type = 'Month',
    application = server.application,
    blocks = false,
  ) => {
    const own = { device_id: newName(sdk), ...more };
    const options = optionsOf(application, [relay.url], own);
    await driver.get('new', { client: 'client', options });
    card = server.card(type);
    // On a busy machine the answer may come after a short timeout.
    await eventually(async () => {
      const { error } = await driver.ask('login', { client: 'client', card, session: 'session' });
      if (error && error.reason !== 'network') throw new Error(`login: ${JSON.stringify(error)}`);
      return error ? undefined : true;
    });
    driver.events.length = 0;
    await driver.get('keep', { session: 'session', blocks });
  };

  /** Waits until the given number of further heartbeats have arrived. */
  const beats = async (count = 1) => {
    const wanted = relay.seen('/heartbeat').length + count;
    await eventually(async () => relay.seen('/heartbeat').length >= wanted || undefined);
  };

  /** Waits until the keeper has the given state. */
  const until = (holds: (state: State) => boolean) =>
    eventually(async () => {
      const state = await driver.state();
      return holds(state) ? state : undefined;
    });

  const names = () => driver.events.map(({ event }) => event);

  /** The parameter `bind_device` of each login. */
  const binding = () => relay.seen('/login').map(({ parameters }) => parameters.bind_device);

  it('beats each hg seconds, varied a little', async () => {
    await keep();
    const times: number[] = [];
    relay.rule = async (exchange) => {
      times.push(performance.now());
      await passOn(exchange);
    };
    await beats(5);
    const pauses = times.slice(1).map((time, i) => time - times[i]!);
    // A busy machine may send late, but never early: each of the pauses lasts at least 0.9 s.
    for (const pause of pauses) expect(pause).toBeGreaterThan(800);
    expect(new Set(pauses.map(Math.round)).size).toBeGreaterThan(1);
    const state = await driver.state();
    expect(state).toMatchObject({ state: 'online', licensed: true });
    expect(state.beats).toBeGreaterThanOrEqual(5);
    expect(names().filter((name) => name !== 'online')).toEqual([]);
  });

  it('never beats twice at once, however slow the server is', async () => {
    await keep();
    relay.rule = async (exchange) => {
      await setTimeout(2500);
      await passOn(exchange);
    };
    await beats(3);
    expect(relay.mostBeatsAtOnce).toBe(1);
  });

  it('sends heartbeats while other requests are under way', async () => {
    await keep();
    const calls = Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        await setTimeout(i * 100);
        // On a busy machine the process for the function starts slowly.
        return eventually(async () => {
          const { ok, error } = await driver.ofSession('call_function', ['add', `[${i}, 0]`]);
          return error?.kind === 'unavailable' ? undefined : (ok?.return ?? error);
        });
      }),
    );
    await beats(3);
    const answers = await calls;
    expect(answers).toEqual(answers.map((_, i) => String(i)));
  });

  it('beats more often if the program asks for it', async () => {
    await keep({ heartbeat_sec: 1 }, 'Month', server.applications['seldom']);
    await beats(2);
  });

  it('ends with the reason of a new login when the card is frozen', async () => {
    await keep();
    await beats();
    await server.act('freeze', card);
    expect(await driver.event('ended')).toMatchObject({ reason: 'refused', code: 10212 });
    expect(await driver.state()).toMatchObject({ state: 'ended', licensed: false, code: 10212 });
    const sent = relay.seen('/heartbeat').length;
    await setTimeout(2500);
    expect(relay.seen('/heartbeat')).toHaveLength(sent);
  });

  it('has words for the customer when the server refuses, and only then', async () => {
    const { tell } = codes.find(({ code }) => code === 10212)!;
    await keep();
    expect((await driver.state()).tell ?? undefined).toBeUndefined();
    await server.act('freeze', card);
    expect((await driver.event('ended')).tell).toEqual(tell);
    expect((await driver.state()).tell).toEqual(tell);

    await keep({ grace_sec: 0 });
    relay.rule = hangUp;
    const ended = await driver.event('ended');
    expect(ended.reason).toBe('unreachable');
    expect(ended).not.toHaveProperty('tell');
    expect((await driver.state()).tell ?? undefined).toBeUndefined();
  });

  it('goes on with a new session when it was kicked, but not again at once', async () => {
    // If the session ends again within three intervals, the keeper does not log in again.
    await keep({ heartbeat_sec: 5 }, 'Month', server.applications['seldom']);
    await beats();
    await server.act('kick', card, 'seldom');
    await driver.event('renewed');
    expect(await driver.state()).toMatchObject({ licensed: true });
    expect(binding()).toEqual([undefined, '0']);
    await server.act('kick', card, 'seldom');
    expect(await driver.event('ended')).toMatchObject({ code: 10214 });
    expect(relay.seen('/login')).toHaveLength(2);
    expect(await driver.state()).toMatchObject({ state: 'ended', licensed: false, code: 10214 });
  });

  it('goes on with a new session again after three heartbeat intervals, however long they are', async () => {
    await keep({ heartbeat_sec: 1 }, 'Month', server.applications['seldom']);
    await beats();
    await server.act('kick', card, 'seldom');
    await driver.event('renewed');
    await beats(4);
    await server.act('kick', card, 'seldom');
    await eventually(async () => names().filter((name) => name === 'renewed').length === 2 || undefined);
    expect(await driver.state()).toMatchObject({ state: 'online', licensed: true });
  });

  describe('the login after the end of a session', () => {
    /** Refuses with a signed answer. */
    const refuse =
      (code: number): Rule =>
      ({ request: { method, path, parameters }, reply }) => {
        const time = Math.floor(Date.now() / 1000);
        const sign = signAnswer({ method, path, nonce: parameters.nonce! }, { code, message: 'no', time });
        const answer = { code, message: 'no', time, kid: VECTORS.key.key_id, sign };
        reply({ body: Buffer.from(JSON.stringify(answer)) });
      };

    /** Logs in and keeps the session. Its first heartbeat gets `code`, and each later request passes `rule`. */
    const keepUntil = async (code: number, rule: Rule, holder: 'card' | 'user' | 'trial') => {
      const public_keys = [server.application.public_key, VECTORS.key.public_key];
      const options = server.options([relay.url], { device_id: newName(sdk), public_keys });
      await driver.get('new', { client: 'client', options });
      const [username, password] = [newName(sdk), 'a password'];
      if (holder === 'user') {
        expect(await driver.call('register', [username, password, server.card()])).toMatchObject({ ok: {} });
      }
      const credentials = {
        card: { card: server.card() },
        user: { username, password },
        trial: { trial: true },
      };
      const login = { client: 'client', ...credentials[holder], session: 'session' };
      await driver.get('login', login);
      relay.rule = async (exchange) => {
        relay.rule = rule;
        await refuse(code)(exchange);
      };
      driver.events.length = 0;
      await driver.get('keep', { session: 'session' });
      return login;
    };

    it.each(['card', 'user'] as const)('does not bind the unbound device of a %s again', async (holder) => {
      const { tell } = codes.find(({ code }) => code === 10215)!;
      const login = await keepUntil(10214, refuse(10215), holder);
      expect(await driver.event('ended')).toMatchObject({ reason: 'refused', code: 10215, tell });
      const ended = { state: 'ended', licensed: false, reason: 'refused', code: 10215, tell };
      expect(await driver.state()).toMatchObject(ended);
      await setTimeout(2500);
      expect(relay.seen('/heartbeat')).toHaveLength(1);
      expect(binding()).toEqual([undefined, '0']);
      relay.rule = passOn;
      await driver.get('login', login);
      expect(binding()).toEqual([undefined, '0', undefined]);
    });

    it.each(['unbind', 'reset'])(
      'leaves the device unbound after the action %s in the panel',
      async (action) => {
        await keep();
        await beats();
        await server.act(action, card);
        expect(await driver.event('ended')).toMatchObject({ reason: 'refused', code: 10215 });
        expect(await server.openSessions(card)).toBe(0);
      },
    );

    it('is not sent when the application is disabled', async () => {
      await keepUntil(10230, passOn, 'card');
      expect(await driver.event('ended')).toMatchObject({ reason: 'refused', code: 10230 });
      expect(binding()).toEqual([undefined]);
    });

    it('is repeated after a refusal that may answer other parameters', async () => {
      await keepUntil(
        10214,
        async (exchange) => {
          relay.rule = passOn;
          await refuse(10010)(exchange);
        },
        'card',
      );
      expect(await driver.event('offline')).toMatchObject({ reason: 'untrusted' });
      await driver.event('renewed');
      expect(await until(({ state }) => state === 'online')).toMatchObject({ licensed: true });
      expect(binding()).toEqual([undefined, '0', '0']);
    });

    it('of a trial has no such parameter', async () => {
      await keepUntil(10404, passOn, 'trial');
      await driver.event('renewed');
      expect(binding()).toEqual([undefined, undefined]);
    });
  });

  describe('an unbind', () => {
    const ofDevice = async (more: object = {}) => {
      const device_id = newName(sdk);
      await keep({ device_id, ...more });
      await beats();
      return device_id;
    };

    it('of its own device ends it, since a new login would bind the device again', async () => {
      const device_id = await ofDevice();
      expect(await driver.ofSession('unbind', [device_id])).toMatchObject({ ok: {} });
      expect(await driver.event('ended')).toMatchObject({ reason: 'refused', code: 10214 });
      expect(await driver.state()).toMatchObject({ state: 'ended', licensed: false, code: 10214 });
      expect(relay.seen('/login')).toHaveLength(1);
    });

    it('whose answer was lost ends it, too', async () => {
      const device_id = await ofDevice();
      relay.rule = async (exchange) => {
        if (!exchange.request.path.endsWith('/unbind-device')) return passOn(exchange);
        await exchange.forward();
        exchange.socket.destroy();
      };
      expect(await driver.ofSession('unbind', [device_id])).toMatchObject({
        error: { kind: 'unavailable', reason: 'network' },
      });
      expect(await driver.event('ended')).toMatchObject({ reason: 'refused', code: 10214 });
      expect(relay.seen('/login')).toHaveLength(1);
    });

    it('of another device changes nothing', async () => {
      const other = newName(sdk);
      await ofDevice();
      const options = server.options([relay.url], { device_id: other });
      await driver.get('new', { client: 'other', options });
      await driver.get('login', { client: 'other', card, session: 'other' });
      expect(await driver.ofSession('unbind', [other])).toMatchObject({ ok: {} });
      await beats(2);
      expect(await driver.state()).toMatchObject({ state: 'online', licensed: true });
      await server.act('kick', card);
      await driver.event('renewed');
    });
  });

  it('repeats that login while the server is unavailable', async () => {
    await keep({ grace_sec: 120 });
    await beats();
    let refusals = 2;
    relay.rule = async (exchange) => {
      if (exchange.request.path.endsWith('/login') && refusals-- > 0) await busy(503)(exchange);
      else await passOn(exchange);
    };
    await server.act('kick', card);
    await driver.event('offline');
    await driver.event('renewed');
    expect(await until(({ state }) => state === 'online')).toMatchObject({ licensed: true });
    expect(binding()).toEqual([undefined, '0', '0', '0']);
  });

  it('is offline while the server is restarted, and online again', async () => {
    await keep({ grace_sec: 120 });
    await beats();
    await server.restart(async () => {
      expect(await driver.event('offline')).toMatchObject({ reason: 'network' });
      expect(await driver.state()).toMatchObject({ state: 'offline', licensed: true });
    });
    relay.target = server.url;
    await driver.event('online');
    expect(await driver.state()).toMatchObject({ state: 'online', licensed: true });
    expect(relay.seen('/login')).toHaveLength(1);
    expect(names()).not.toContain('ended');
  });

  it('waits as long as a busy server asks for', async () => {
    await keep({ grace_sec: 120 });
    await beats();
    const times: number[] = [];
    const refuse = busy(503, 4);
    relay.rule = async (exchange) => {
      times.push(performance.now());
      await (times.length < 3 ? refuse(exchange) : passOn(exchange));
    };
    await driver.event('offline');
    await driver.event('online');
    for (const pause of times.slice(1, 3).map((time, i) => time - times[i]!)) {
      expect(pause).toBeGreaterThan(3900);
    }
  });

  it('ends when no server was reached for the grace, and not before', async () => {
    await keep({ grace_sec: 8 });
    await beats();
    const begin = performance.now();
    await relay.close();
    expect(await driver.event('offline')).toMatchObject({ reason: 'network', since: expect.any(Number) });
    expect(await driver.state()).toMatchObject({ state: 'offline', licensed: true });
    expect(await driver.event('ended')).toMatchObject({ reason: 'unreachable' });
    expect(performance.now() - begin).toBeGreaterThan(6500);
    expect(await driver.state()).toMatchObject({ state: 'ended', licensed: false, reason: 'unreachable' });
    await relay.reopen();
    await setTimeout(2500);
    expect(await driver.state()).toMatchObject({ state: 'ended', licensed: false });
  });

  it('ends when the grace is over, although a request is under way', async () => {
    await keep({ grace_sec: 3, timeout_sec: 60 });
    await beats();
    relay.rule = hangUp;
    await driver.event('offline');
    relay.rule = () => undefined;
    const begin = performance.now();
    expect(await driver.event('ended')).toMatchObject({ reason: 'unreachable' });
    expect(performance.now() - begin).toBeLessThan(40_000);
    await relay.close();
  });

  it('counts the grace from the first failed heartbeat, however long ago the last successful one was', async () => {
    await keep({ heartbeat_sec: 9, grace_sec: 8 }, 'Month', server.applications['seldom']);
    const from = relay.seen('/heartbeat').length;
    relay.rule = (exchange) => (relay.seen('/heartbeat').length === from + 1 ? hangUp : passOn)(exchange);
    await driver.event('offline');
    await driver.event('online');
    expect(names()).not.toContain('ended');
  });

  it('without a grace, ends at the first failure', async () => {
    await keep({ grace_sec: 0 });
    await beats();
    relay.rule = hangUp;
    expect(await driver.event('ended')).toMatchObject({ reason: 'unreachable' });
    expect(await driver.state()).toMatchObject({ licensed: false });
  });

  it('asks the other host when one is gone', async () => {
    const other = await Relay.start(server.url);
    try {
      await keep({ hosts: [relay.url, other.url] });
      await beats();
      await relay.close();
      await eventually(async () => other.seen('/heartbeat').length >= 2 || undefined);
      expect(await driver.state()).toMatchObject({ state: 'online' });
      expect(names()).not.toContain('offline');
    } finally {
      await other.close();
    }
  });

  it('sends a heartbeat when the device wakes, and does not count the time asleep as grace', async () => {
    await keep({ grace_sec: 3 });
    await beats();
    driver.suspend();
    await setTimeout(6000);
    driver.resume();
    await beats();
    expect(await until(({ state }) => state === 'online')).toMatchObject({ licensed: true });
    expect(names()).not.toContain('ended');
  });

  it('does not count the time asleep as grace, although a request was under way', async () => {
    await keep({ grace_sec: 20, timeout_sec: 1 });
    await beats();
    relay.rule = hangUp;
    await driver.event('offline');
    relay.rule = () => undefined;
    await beats();
    driver.suspend();
    await setTimeout(23_000);
    relay.rule = passOn;
    driver.resume();
    expect(await until(({ state }) => state !== 'offline')).toMatchObject({
      state: 'online',
      licensed: true,
    });
    expect(names()).not.toContain('ended');
  });

  it('does not prolong the grace when the device is suspended again and again', async () => {
    await keep({ grace_sec: 2 });
    await beats();
    relay.rule = hangUp;
    await driver.event('offline');
    const hasEnded = async () => (await driver.state()).state === 'ended';
    for (let i = 0; i < 12 && !(await hasEnded()); i++) {
      driver.suspend();
      await setTimeout(6000);
      driver.resume();
      await setTimeout(1000);
    }
    expect(await hasEnded()).toBe(true);
    expect(await driver.event('ended')).toMatchObject({ reason: 'unreachable' });
  });

  (sdk.threads ? describe : describe.skip)('a handler that never returns', () => {
    const keepBlocked = async (more: object) => {
      // Closing waits for the handler for at most the timeout.
      await keep({ timeout_sec: 5, ...more }, 'Month', server.application, true);
      await beats();
      relay.rule = hangUp;
      await driver.event('offline');
    };

    it('delays no heartbeat', async () => {
      await keepBlocked({ grace_sec: 60 });
      relay.rule = passOn;
      expect(await until(({ state }) => state === 'online')).toMatchObject({ licensed: true });
      await beats(2);
    });

    it('does not prolong the grace', async () => {
      await keepBlocked({ grace_sec: 2 });
      expect(await until(({ state }) => state === 'ended')).toMatchObject({ reason: 'unreachable' });
    });

    it('prevents no close', async () => {
      await keepBlocked({ grace_sec: 60, timeout_sec: 2 });
      relay.rule = passOn;
      await driver.get('close', { session: 'session' });
      expect(await driver.state()).toMatchObject({ state: 'ended', reason: 'closed' });
      expect(relay.seen('/logout')).toHaveLength(1);
    });
  });

  it('warns once of the end of the licence', async () => {
    await keep({}, 'Short');
    const { left_sec, expires_ts } = await driver.event('expiring');
    expect(left_sec).toBeGreaterThan(1000);
    expect(left_sec).toBeLessThanOrEqual(1800);
    expect(Number.isInteger(expires_ts)).toBe(true);
    await beats(3);
    expect(names().filter((name) => name === 'expiring')).toHaveLength(1);
    await driver.ask('client', {
      client: 'client',
      method: 'recharge',
      arguments: [card, server.card('Short')],
    });
    await until((state) => state.expires_ts! > (expires_ts as number));
  });

  it('warns of the end of the licence before the first heartbeat', async () => {
    await keep({}, 'Short', server.applications['seldom']);
    await driver.event('expiring');
    expect(relay.seen('/heartbeat')).toHaveLength(0);
  });

  it('keeps a trial', async () => {
    const options = server.options([relay.url], { device_id: newName(sdk) });
    await driver.get('new', { client: 'client', options });
    await driver.get('login', { client: 'client', trial: true, session: 'session' });
    await driver.get('keep', { session: 'session' });
    await beats(2);
    expect(await driver.state()).toMatchObject({ state: 'online', licensed: true });
  });

  it('asks for a new ticket again while the server is busy, but not after a refusal', async () => {
    const HOUR_SEC = 3600;
    const { app_key, public_key } = server.application;
    const now = Math.floor(Date.now() / 1000);
    const store = mkdtempSync(join(tmpdir(), 'latchkey-sdk-'));
    try {
      const device_id = newName(sdk);
      // Some languages end the stored ticket with a line end, and all of them can share one folder.
      writeFileSync(
        join(store, 'ticket'),
        `${signTicket(device_id, now - 9 * HOUR_SEC, now + HOUR_SEC, app_key)}\n`,
      );
      let refusals = 1;
      relay.rule = async (exchange) => {
        if (exchange.request.path.endsWith('/ticket') && refusals-- > 0) await busy(503)(exchange);
        else await passOn(exchange);
      };
      // A counted card has no offline hours.
      await keep({ device_id, store, public_keys: [public_key, VECTORS.key.public_key] }, 'Counted');
      await eventually(async () => relay.seen('/ticket').length === 2 || undefined);
      await beats(3);
      expect(relay.seen('/ticket')).toHaveLength(2);
      expect(await driver.state()).toMatchObject({ state: 'online', licensed: true });
    } finally {
      rmSync(store, { recursive: true, force: true });
    }
  });

  it.each(['close', 'logout', 'freeze'])('keeps no session after its %s', async (end) => {
    await keep();
    if (end === 'close') await driver.get('close', { session: 'session' });
    if (end === 'logout') await driver.ofSession('logout');
    if (end === 'freeze') {
      await server.act('freeze', card);
      await driver.event('ended');
    }
    const error = await driver.fail('keep', { session: 'session' });
    expect(error.kind).toBe('misuse');
    expect(error.message).toContain('session: it has ended; log in again');
  });

  it('is the only keeper of its session', async () => {
    await keep();
    const error = await driver.fail('keep', { session: 'session' });
    expect(error.kind).toBe('misuse');
    expect(error.message).toContain('session: it is kept already');
    await beats(2);
    expect(await driver.state()).toMatchObject({ state: 'online', licensed: true });
  });

  it.each([
    ['between two heartbeats', false],
    ['while a heartbeat is under way', true],
  ])('ends when its session is logged out %s, and never logs in again', async (_, isBeating) => {
    await keep();
    await beats();
    driver.events.length = 0;
    if (isBeating) {
      const loggedOut = Promise.withResolvers<void>();
      relay.rule = async (exchange) => {
        const { path } = exchange.request;
        // A driver with a single thread logs out only after the heartbeat's answer.
        if (path.endsWith('/heartbeat')) await Promise.race([loggedOut.promise, setTimeout(3000)]);
        await passOn(exchange);
        if (path.endsWith('/logout')) loggedOut.resolve();
      };
      await beats();
    }
    expect(await driver.ofSession('logout')).toMatchObject({ ok: {} });
    expect(await driver.state()).toMatchObject({ state: 'ended', licensed: false, reason: 'closed' });
    const sent = relay.seen('/heartbeat').length;
    await setTimeout(2500);
    expect(relay.seen('/heartbeat')).toHaveLength(sent);
    expect(relay.seen('/login')).toHaveLength(1);
    expect(driver.events).toEqual([]);
  });

  it('ends when the session of the first login is logged out after a new login', async () => {
    await keep();
    await beats();
    await server.act('kick', card);
    await driver.event('renewed');
    driver.events.length = 0;
    expect(await driver.ofSession('logout')).toMatchObject({ ok: {} });
    expect(await driver.state()).toMatchObject({ state: 'ended', licensed: false, reason: 'closed' });
    expect(await server.openSessions(card)).toBe(0);
    await driver.get('close', { session: 'session' });
    await setTimeout(2500);
    expect(relay.seen('/login')).toHaveLength(2);
    expect(relay.seen('/logout')).toHaveLength(1);
    expect(driver.events).toEqual([]);
  });

  describe('close', () => {
    it('logs out once, says nothing more, and leaves no thread and no connection', async () => {
      const before = await driver.get<Record<string, number>>('resources');
      await keep();
      await beats(2);
      driver.events.length = 0;
      await driver.get('close', { session: 'session' });
      expect(await driver.state()).toMatchObject({ state: 'ended', licensed: false, reason: 'closed' });
      const sent = relay.seen('/heartbeat').length;
      await driver.get('close', { session: 'session' });
      await setTimeout(2500);
      expect(relay.seen('/heartbeat')).toHaveLength(sent);
      expect(relay.seen('/logout')).toHaveLength(1);
      expect(driver.events).toEqual([]);
      expect(await driver.ofSession('heartbeat')).toMatchObject({ error: { code: 10214 } });
      // The system may need a moment to close what served the last request.
      await eventually(async () => {
        const { threads = 0, sockets = 0 } = await driver.get<Record<string, number>>('resources');
        return (threads <= (before.threads ?? 0) && sockets <= (before.sockets ?? 0)) || undefined;
      }, 100);
    });

    it('waits for a beat that is under way', async () => {
      await keep();
      let answered = false;
      const slow: Rule = async (exchange) => {
        await setTimeout(1500);
        answered = true;
        await passOn(exchange);
      };
      relay.rule = (exchange) => (exchange.request.path.endsWith('/heartbeat') ? slow : passOn)(exchange);
      await beats();
      await driver.get('close', { session: 'session' });
      expect(answered).toBe(true);
      expect(relay.seen('/logout')).toHaveLength(1);
    });

    /** Ends the session at the server, and closes the keeper while a request to the given path is under way. */
    const closeDuring = async (path: string) => {
      const asked = Promise.withResolvers<void>();
      relay.rule = async (exchange) => {
        if (exchange.request.path.endsWith(path)) await asked.promise;
        await passOn(exchange);
      };
      const wanted = relay.seen(path).length + 1;
      if (path === '/heartbeat') await beats();
      await server.act('kick', card);
      await eventually(async () => relay.seen(path).length >= wanted || undefined);
      const closed = driver.get('close', { session: 'session' });
      await setTimeout(5000); // the driver must have begun to close
      asked.resolve();
      await closed;
      expect(await driver.state()).toMatchObject({ state: 'ended', licensed: false, reason: 'closed' });
      expect(await server.openSessions(card)).toBe(0);
    };

    // Without threads, the heartbeat and the new login are one call, which the program cannot interrupt.
    (sdk.threads ? it : it.skip)('sends no login after a running heartbeat was refused', async () => {
      await keep();
      await closeDuring('/heartbeat');
      await setTimeout(1000);
      expect(relay.seen('/login')).toHaveLength(1);
      expect(driver.events).toEqual([]);
    });

    it('logs out the session of a running login', async () => {
      await keep();
      await closeDuring('/login');
      expect(relay.seen('/login')).toHaveLength(2);
    });

    it('ends although no server answers', async () => {
      await keep({ timeout_sec: 1 });
      await relay.close();
      await driver.get('close', { session: 'session' });
      expect(await driver.state()).toMatchObject({ state: 'ended', reason: 'closed' });
    });

    it('lets the program end', async () => {
      const other = Driver.start(sdk);
      try {
        const options = server.options([relay.url], { device_id: newName(sdk) });
        await other.get('new', { client: 'client', options });
        await other.get('login', { client: 'client', card: server.card(), session: 'session' });
        await other.get('keep', { session: 'session' });
        await beats();
        await other.get('close', { session: 'session' });
        expect(await other.exit()).toBe(0);
      } finally {
        await other.stop();
      }
    });
  });
});
