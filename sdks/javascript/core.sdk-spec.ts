import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { VECTORS } from '../../test/support/test-vectors.js';
import { describeSdk } from '../conformance/sdks.js';
import { signTicket } from '../conformance/signed-answer.js';

const DAY_SEC = 86_400;

/** Modules of the package that programs do not see. */
describeSdk(({ folder }) => {
  const load = (name: string) => import(join(folder, 'dist/esm', `${name}.js`));

  const platform = {
    device: (): object | undefined => undefined,
    random: (count: number) => randomBytes(count),
    sha256: async (text: string) => createHash('sha256').update(text).digest('base64url'),
  };

  it('gives two first calls the same random device id', async () => {
    const [{ ClientCore }, { run }] = await Promise.all([load('core/client-core'), load('core/steps')]);
    const texts = new Map<string, string>();
    const store = {
      read: async (name: string) => texts.get(name),
      async write(name: string, text: string) {
        await setTimeout(20);
        texts.set(name, text);
      },
    };
    const client = new ClientCore(platform, { appKey: 'app' }, store);
    const ids: string[] = await Promise.all([run(client.deviceId()), run(client.deviceId())]);
    expect(new Set(ids).size).toBe(1);
    expect(JSON.parse(texts.get('device')!)).toEqual({ app_key: 'app', device_id: ids[0] });
  });

  it('gives two programs that start at the same time the same random device id', async () => {
    const [{ ClientCore }, { run }, { folderStore }] = await Promise.all([
      load('core/client-core'),
      load('core/steps'),
      load('node/store'),
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-sdk-'));
    try {
      // Both have read the store before one of them writes.
      const haveRead = Promise.withResolvers<undefined>();
      let missing = 2;
      const device = () => {
        if (--missing === 0) haveRead.resolve(undefined);
        return haveRead.promise;
      };
      const ids: string[] = await Promise.all(
        [1, 2].map(() => {
          const client = new ClientCore({ ...platform, device }, { appKey: 'app' }, folderStore(folder));
          return run(client.deviceId());
        }),
      );
      expect(new Set(ids).size).toBe(1);
      expect(readdirSync(folder)).toEqual(['device']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  describe('without a store that can be written', () => {
    const full = {
      read: () => undefined,
      async write() {
        await setTimeout(20);
        throw new Error('the disk is full');
      },
    };
    const misuse = {
      kind: 'misuse',
      message:
        'store: it cannot store the random device id (the disk is full): give a store that can be written, or deviceId',
    };

    it('uses no random device id', async () => {
      const [{ ClientCore }, { run }] = await Promise.all([load('core/client-core'), load('core/steps')]);
      const client = new ClientCore(platform, { appKey: 'app' }, full);
      const first = run(client.deviceId());
      const second = run(client.deviceId());
      await expect(first).rejects.toMatchObject(misuse);
      await expect(second).rejects.toMatchObject(misuse);
      await expect(run(client.deviceId())).rejects.toMatchObject(misuse);
    });

    it('uses an id of the machine', async () => {
      const [{ ClientCore }, { run }] = await Promise.all([load('core/client-core'), load('core/steps')]);
      const known = { ...platform, device: () => ({ source: 'machine-id', value: 'one' }) };
      const client = new ClientCore(known, { appKey: 'app' }, full);
      expect(await run(client.deviceId())).toBe(await run(client.deviceId()));
    });

    it('fails in a browser whose localStorage throws', async () => {
      const localStorage = {
        getItem: () => null,
        setItem() {
          throw new Error('the quota is exceeded');
        },
      };
      const usual = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
      Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: localStorage });
      try {
        const { Client, MisuseError } = await load('browser');
        const client = new Client({ hosts: ['http://localhost'], appKey: 'app', appSecret: 'secret' });
        const error = await client.trialLogin().catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(MisuseError);
        expect(error.message).toContain(
          'store: it cannot store the random device id (the quota is exceeded)',
        );
      } finally {
        Reflect.deleteProperty(globalThis, 'localStorage');
        if (usual) Object.defineProperty(globalThis, 'localStorage', usual);
      }
    });
  });

  describe('a ticket that the customer brings', () => {
    const NOW = 1_790_000_000;

    /** Opens a ticket that is valid for a day from now, while another ticket is stored. */
    async function openBeside(stored: string) {
      const [{ ClientCore }, { run }, { nodePlatform }] = await Promise.all(
        ['core/client-core', 'core/steps', 'node/platform'].map(load),
      );
      const texts = new Map([['ticket', stored]]);
      const store = {
        read: (name: string) => texts.get(name),
        write: (name: string, text: string) => void texts.set(name, text),
      };
      const settings = {
        appKey: VECTORS.app_key,
        deviceId: 'pc',
        publicKeys: [VECTORS.key.public_key],
      };
      const client = new ClientCore({ ...nodePlatform, now: () => NOW * 1000 }, settings, store);
      return run(client.openTicket(signTicket('pc', NOW, NOW + DAY_SEC)));
    }

    it.each([
      ['expired', 'a day', DAY_SEC],
      ['clock', 'more than a day', DAY_SEC + 1],
    ])('is refused for the reason %s if the stored ticket is %s newer', async (reason, _, newer) => {
      const stored = signTicket('pc', NOW + newer, NOW + newer + 60);
      await expect(openBeside(stored)).rejects.toMatchObject({ name: 'ticket', reason });
    });

    it('is compared with a stored ticket that ends with a line end', async () => {
      const stored = `${signTicket('pc', NOW + DAY_SEC, NOW + DAY_SEC + 60)}\n`;
      await expect(openBeside(stored)).rejects.toMatchObject({ name: 'ticket', reason: 'expired' });
    });

    it.each([
      ['is a little newer', signTicket('pc', NOW + DAY_SEC - 1, NOW + DAY_SEC)],
      ['is of another device', signTicket('laptop', NOW + 2 * DAY_SEC, NOW + 3 * DAY_SEC)],
      ['is unreadable', 'a.b.c'],
    ])('is opened if the stored ticket %s', async (_, stored) => {
      expect(await openBeside(stored)).toMatchObject({ iat: NOW, exp: NOW + DAY_SEC });
    });
  });

  describe('a keeper whose device sleeps', () => {
    /** Returns a keeper with a simulated clock. Its requests end when the test lets them. */
    async function createKeeper({ isTicked = false, graceMs = 10_000, expiresTs = Infinity } = {}) {
      const [{ KeeperCore }, { refused, unavailable }, { run }] = await Promise.all(
        ['core/keeper-core', 'core/failure', 'core/steps'].map(load),
      );
      const clock = { now: 0 };
      let answer = Promise.withResolvers<void>();
      function* request(): Generator {
        answer = Promise.withResolvers<void>();
        yield answer.promise;
      }
      const session = {
        hg: 60,
        expiresTs,
        client: {
          platform: { monotonic: () => clock.now },
          settings: { graceMs, timeoutMs: 1000, hosts: ['one', 'other'], heartbeatMs: undefined },
          requests: { clock: { seconds: () => clock.now / 1000 } },
        },
        heartbeat: request,
        renew: request,
        *findTicket(): Generator {},
      };
      const events: string[] = [];
      const keeper = new KeeperCore(session, ({ event }: { event: string }) => events.push(event), isTicked);
      const fail = () => answer.reject(unavailable('network', 'no connection'));
      const refuse = (code: number) => answer.reject(refused(code, 'no'));
      const succeed = () => answer.resolve();
      /** Begins a heartbeat when it is due. */
      const tick = (): Promise<unknown> => run(keeper.tick());
      const begin = (): Promise<unknown> => {
        for (;;) {
          clock.now += keeper.pause();
          const beat = tick();
          if (keeper.isBeating) return beat;
        }
      };
      const beat = begin();
      fail();
      await beat;
      expect(keeper.state).toBe('offline');
      return { keeper, events, clock, tick, begin, fail, refuse, succeed };
    }

    it('does not count the sleep during a request, neither then nor afterwards', async () => {
      const { keeper, clock, begin, fail } = await createKeeper();
      const beat = begin();
      clock.now += 3_600_000;
      expect(keeper.licensed).toBe(true);
      expect(keeper.pause()).toBeGreaterThan(0);
      fail();
      await beat;
      // One second of the grace period had passed before the request, and each request could use 4 s of it.
      expect([keeper.licensed, keeper.state]).toEqual([true, 'offline']);
      for (const state of ['offline', 'ended']) {
        // The device has woken up, so the next heartbeat is due.
        expect(keeper.pause()).toBe(0);
        const next = begin();
        clock.now += 3_600_000;
        fail();
        await next;
        expect(keeper.state).toBe(state);
      }
    });

    it('sends a heartbeat after a sleep that began in the last pause before the end of the grace', async () => {
      const { keeper, clock, tick, begin, fail } = await createKeeper({ graceMs: 24_000 });
      for (let i = 0; i < 4; i++) {
        const beat = begin();
        fail();
        await beat;
      }
      // 15 s of the grace have passed, and the next heartbeat would be due 16 s later.
      keeper.pause();
      clock.now += 3_600_000;
      expect(keeper.licensed).toBe(true);
      const beat = tick();
      expect(keeper.isBeating).toBe(true);
      fail();
      await beat;
      expect(keeper.state).toBe('offline');
    });

    it('counts only one long request as sleep where requests have no limit', async () => {
      const { keeper, clock, begin, fail } = await createKeeper({ isTicked: true });
      const first = begin();
      clock.now += 3_600_000;
      fail();
      await first;
      expect(keeper.state).toBe('offline');
      const second = begin();
      clock.now += 3_600_000;
      expect(keeper.licensed).toBe(false);
      fail();
      await second;
      expect(keeper.reason).toBe('unreachable');
    });

    it('sends a heartbeat immediately, although none would be due yet', async () => {
      const { keeper, clock, tick, begin, succeed } = await createKeeper();
      const beat = begin();
      succeed();
      await beat;
      expect(keeper.state).toBe('online');
      clock.now += keeper.pause() + 3_600_000;
      void tick();
      expect(keeper.isBeating).toBe(true);
    });

    it('counts a sleep once, although the program asks for the state before the timer does', async () => {
      const { keeper, clock, tick, begin, fail } = await createKeeper();
      clock.now += keeper.pause() + 3_600_000;
      for (let i = 0; i < 4; i++) expect(keeper.licensed).toBe(true);
      const beat = tick();
      expect(keeper.isBeating).toBe(true);
      fail();
      await beat;
      for (let seconds = 0; seconds < 10 && keeper.state !== 'ended'; seconds += 2) {
        const next = begin();
        clock.now += 2000;
        fail();
        await next;
      }
      expect(keeper.reason).toBe('unreachable');
    });

    it('ends with the licence, although the program has stopped ticking', async () => {
      const { keeper, clock } = await createKeeper({ isTicked: true, graceMs: 600_000, expiresTs: 300 });
      keeper.pause();
      for (; keeper.licensed && clock.now < 3_600_000; clock.now += 30_000);
      expect(keeper.reason).toBe('expired');
      expect(clock.now).toBeLessThanOrEqual(330_000);
    });

    it('reports nothing after its end, although a login that was under way succeeds', async () => {
      const { keeper, events, clock, begin, refuse, succeed } = await createKeeper({ graceMs: 2000 });
      const beat = begin();
      refuse(10214);
      await setTimeout(0); // the login begins
      expect([keeper.isBeating, keeper.beats]).toEqual([true, 3]);
      clock.now += 2000;
      expect(keeper.licensed).toBe(false);
      succeed();
      await beat;
      expect(events).toEqual(['offline', 'ended']);
    });

    it('ends during a request that takes no longer than it may', async () => {
      const { keeper, clock, begin, fail } = await createKeeper();
      for (let i = 0; i < 2; i++) {
        const beat = begin();
        clock.now += 4000;
        expect(keeper.licensed).toBe(i === 0);
        fail();
        await beat;
      }
      expect(keeper.reason).toBe('unreachable');
    });
  });

  describe('a keeper with timers', () => {
    const MINUTE = 60_000;
    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => {
      jest.restoreAllMocks();
      jest.useRealTimers();
    });

    /** Keeps a session with a simulated clock, and collects its events with their times. */
    async function keep({
      hg = 600,
      leftSec = Infinity,
      error,
    }: {
      hg?: number;
      leftSec?: number;
      error?: unknown;
    }) {
      const { Keeper } = await load('keeper');
      const seconds = () => Math.floor(performance.now() / 1000);
      const settings = { graceMs: 10 * MINUTE, timeoutMs: 1000, hosts: ['one'], heartbeatMs: undefined };
      const session = {
        hg,
        expiresTs: seconds() + leftSec,
        client: {
          platform: { monotonic: () => performance.now() },
          settings,
          requests: { clock: { seconds } },
        },
        *heartbeat(): Generator {
          yield error === undefined ? undefined : Promise.reject(error as Error);
        },
        *findTicket(): Generator {},
      };
      const events: { event: string; at: number; reason?: string; leftSec?: number }[] = [];
      const keeper = new Keeper({}, session, (event: { event: string }) =>
        events.push({ ...event, at: performance.now() }),
      );
      return { keeper, events };
    }

    describe.each([
      ['late because of work that blocks the event loop', (at: number) => at + 3000],
      ['throttled, since the tab is hidden', (at: number) => Math.ceil(at / MINUTE) * MINUTE],
    ])('that are %s', (_, delayed) => {
      beforeEach(() => {
        const { setTimeout: usual } = globalThis;
        jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
          action: () => void,
          milliseconds: number,
        ) => {
          const now = performance.now();
          return usual(action, delayed(now + milliseconds) - now);
        }) as typeof usual);
      });

      it('sends a heartbeat every hg seconds', async () => {
        const { keeper } = await keep({ hg: 600 });
        await jest.advanceTimersByTimeAsync(120 * MINUTE);
        expect(keeper.beats).toBeGreaterThanOrEqual(9);
        expect(keeper.beats).toBeLessThanOrEqual(13);
      });

      it('does not prolong the grace with each delay', async () => {
        const { unavailable } = await load('core/failure');
        const { events } = await keep({ hg: 60, error: unavailable('network', 'no connection') });
        await jest.advanceTimersByTimeAsync(120 * MINUTE);
        expect(events).toMatchObject([{ event: 'offline' }, { event: 'ended', reason: 'unreachable' }]);
        const [offline, ended] = events;
        // One delay may have been sleep, and the events are as late as the timers.
        expect(ended!.at - offline!.at).toBeGreaterThanOrEqual(9 * MINUTE);
        expect(ended!.at - offline!.at).toBeLessThanOrEqual(13 * MINUTE);
      });
    });

    it('sends a heartbeat after a sleep that only the device’s clock has counted', async () => {
      const { keeper } = await keep({ hg: 600 });
      await jest.advanceTimersByTimeAsync(MINUTE);
      jest.setSystemTime(Date.now() + 60 * MINUTE);
      await jest.advanceTimersByTimeAsync(6000);
      expect(keeper.beats).toBe(1);
    });

    it('warns when a day and when an hour is left, whenever the next heartbeat is due', async () => {
      const { keeper, events } = await keep({ hg: 86_400, leftSec: 3600 + 60 });
      await jest.advanceTimersByTimeAsync(2 * MINUTE);
      expect(keeper.beats).toBe(0);
      expect(events).toMatchObject([
        { event: 'expiring', leftSec: 3660 },
        { event: 'expiring', leftSec: expect.any(Number) },
      ]);
      expect(events[0]!.at).toBeLessThan(1000);
      expect(events[1]!.leftSec).toBeGreaterThan(3590);
    });

    it('goes offline after an unexpected error, and tries again after a pause', async () => {
      const { keeper, events } = await keep({ hg: 60, error: new TypeError('no such thing') });
      await jest.advanceTimersByTimeAsync(5 * MINUTE);
      expect(keeper.state).toBe('offline');
      expect(events).toMatchObject([{ event: 'offline', reason: 'untrusted' }]);
      expect(keeper.beats).toBeLessThan(15);
      await jest.advanceTimersByTimeAsync(10 * MINUTE);
      expect([keeper.licensed, keeper.reason]).toEqual([false, 'unreachable']);
    });
  });

  it('gives each address of a host a quarter of the time', async () => {
    const { send } = await load('node/http');
    const connect = jest.spyOn(Socket.prototype, 'connect').mockReturnThis();
    try {
      await send({ method: 'GET', url: 'http://a.example.com/', timeoutMs: 101, maxBytes: 1 });
      const [[options]] = connect.mock.calls[0] as unknown as [[object]];
      expect(options).toMatchObject({ autoSelectFamilyAttemptTimeout: 26 });
      expect(options).not.toHaveProperty('autoSelectFamily');
    } finally {
      connect.mockRestore();
    }
  });

  it('refuses a ticket that was issued more than a day after the device’s time', async () => {
    const [{ verifyTicket }, { readKeys }, { run }, { nodePlatform }] = await Promise.all(
      ['core/tickets', 'core/answer', 'core/steps', 'node/platform'].map(load),
    );
    const [{ ticket, claims, device_id }] = VECTORS.tickets as [(typeof VECTORS.tickets)[number]];
    const keys = await run(readKeys(nodePlatform, [VECTORS.key.public_key]));
    const at = (now: number) =>
      run(
        verifyTicket(nodePlatform, ticket, {
          appKey: VECTORS.app_key,
          deviceId: device_id,
          keys,
          now,
          greatestTime: 0,
        }),
      );
    await expect(at(claims.iat - DAY_SEC)).resolves.toEqual(claims);
    await expect(at(claims.iat - DAY_SEC - 1)).rejects.toMatchObject({ name: 'ticket', reason: 'clock' });
  });

  it('streams a form in Auto.js, so that Java cannot repeat it', async () => {
    const calls: unknown[][] = [];
    const answers: Record<string, unknown> = {
      getResponseCode: 200,
      getOutputStream: { write() {}, close() {} },
    };
    const connection = new Proxy(
      {},
      {
        get:
          (_, name: string) =>
          (...args: unknown[]) => {
            calls.push([name, ...args]);
            return answers[name];
          },
      },
    );
    const newInstance = (_: unknown, length: number) => new Uint8Array(length);
    const setByte = (bytes: Uint8Array, i: number, byte: number) => void (bytes[i] = byte);
    const java = {
      lang: { reflect: { Array: { newInstance, setByte } }, Byte: {} },
      net: {
        URL: class {
          openConnection() {
            return connection;
          }
        },
      },
    };
    Object.assign(globalThis, { java });
    try {
      const { javaHost } = await load('autojs/java-host');
      const request = {
        method: 'POST',
        url: 'http://localhost',
        body: 'card=卡',
        timeoutMs: 1000,
        maxBytes: 1000,
      };
      expect(javaHost().send(request)).toMatchObject({ status: 200 });
      const names = calls.map(([name]) => name);
      expect(calls).toContainEqual(['setFixedLengthStreamingMode', 8]);
      expect(names.indexOf('setFixedLengthStreamingMode')).toBeLessThan(names.indexOf('connect'));
      calls.length = 0;
      javaHost().send({ ...request, method: 'GET', body: undefined });
      expect(calls.map(([name]) => name)).not.toContain('setFixedLengthStreamingMode');
    } finally {
      Reflect.deleteProperty(globalThis, 'java');
    }
  });
});
