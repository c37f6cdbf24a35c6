import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { VECTORS } from '../../test/support/test-vectors.js';
import { LicenceServer } from '../conformance/licence-server.js';
import { describeSdk } from '../conformance/sdks.js';
import { signAnswer } from '../conformance/signed-answer.js';

interface Sent {
  method: string;
  url: string;
  body?: string;
}

type Send = (request: Sent) => object;

interface Client {
  login(card: string): Record<string, (...args: unknown[]) => unknown> & { expiresTs: number; token: string };
  variable(name: string, card?: string): Record<string, unknown>;
  requestCode(): string;
  openTicket(text: string): Record<string, unknown>;
}

/** Names that are newer than ES5, or that only browsers and Node have. */
const MODERN = [
  'Symbol',
  'Promise',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'Proxy',
  'Reflect',
  'BigInt',
  'globalThis',
  'TextEncoder',
  'setTimeout',
];
const MODERN_METHODS = `
  ['assign', 'entries', 'values', 'fromEntries', 'hasOwn'].forEach(function (name) { delete Object[name]; });
  ['includes', 'find', 'findIndex', 'fill', 'flatMap', 'flat', 'at', 'toSorted'].forEach(function (name) {
    delete Array.prototype[name];
  });
  ['includes', 'startsWith', 'endsWith', 'padStart', 'repeat', 'replaceAll', 'codePointAt'].forEach(function (name) {
    delete String.prototype[name];
  });
  delete Number.isInteger; delete Number.isSafeInteger; delete Array.from;
`;

/** The file for Auto.js in an engine that has nothing newer than ES5 and typed arrays. */
describeSdk(({ folder }) => {
  const file = join(folder, 'dist/autojs/latchkey.js');
  const texts = new Map<string, string>();
  let server: LicenceServer;
  beforeAll(async () => {
    server = await LicenceServer.start();
  });
  afterAll(() => server.stop());

  /** Returns an engine that has loaded the file. */
  function createEngine() {
    const context = createContext({});
    runInContext(
      `${MODERN_METHODS}${MODERN.map((each) => `delete this[${JSON.stringify(each)}];`).join('\n')}`,
      context,
    );
    runInContext(readFileSync(file, 'utf8'), context);
    return context;
  }

  const hostOf = (send: Send) => ({
    sha256: (bytes: number[]) => [...createHash('sha256').update(Uint8Array.from(bytes)).digest()],
    hmacSha256: (key: number[], bytes: number[]) => [
      ...createHmac('sha256', Uint8Array.from(key)).update(Uint8Array.from(bytes)).digest(),
    ],
    md5: (bytes: number[]) => [...createHash('md5').update(Uint8Array.from(bytes)).digest()],
    random: (count: number) => [...randomBytes(count)],
    now: () => Date.now(),
    monotonic: () => performance.now(),
    send,
    device: () => ({ source: 'android-id', value: '9774d56d682e549c' }),
    store: () => ({
      read: (key: string) => texts.get(key),
      write: (key: string, text: string) => void texts.set(key, text),
    }),
  });

  function createClient(options: object, send: Send, more: object = {}): Client {
    const context = Object.assign(createEngine(), { options, host: { ...hostOf(send), ...more } });
    return runInContext('latchkey.createClient(options, host)', context) as Client;
  }

  /** Sends with curl, since everything is synchronous here. */
  const byCurl: Send = ({ method, url, body }) => {
    const form = body === undefined ? [] : ['--data-raw', body];
    const output = execFileSync('curl', [
      '-s',
      '-m',
      '10',
      '-w',
      '\n%{http_code}',
      '-X',
      method,
      ...form,
      url,
    ]);
    const [, text, status] = /^([\s\S]*)\n(\d+)$/.exec(output.toString())!;
    return { status: Number(status), body: text };
  };

  const options = () => {
    const { app_key, app_secret, public_key } = server.application;
    return { hosts: [server.url], appKey: app_key, appSecret: app_secret, publicKeys: [public_key] };
  };

  it('logs in, works, beats and logs out', () => {
    const client = createClient(options(), byCurl);
    const card = server.card();
    const session = client.login(card);
    expect(session.expiresTs).toBeGreaterThan(Date.now() / 1000);
    expect(session.callFunction!('add', '[1, 41]')).toMatchObject({ return: '42' });
    expect(client.variable('问候', card)).toMatchObject({ value: expect.stringContaining('早上好') });
    const keeper = session.keep!() as Record<string, () => unknown>;
    const pause = keeper.tick!() as number;
    expect(pause).toBeGreaterThan(500);
    expect([keeper.state!(), keeper.licensed!()]).toEqual(['online', true]);
    keeper.close!();
    expect(keeper.licensed!()).toBe(false);
    expect(() => session.heartbeat!()).toThrow(expect.objectContaining({ kind: 'refused', code: 10214 }));
  });

  it('is refused with words for the customer', () => {
    const client = createClient(options(), byCurl);
    expect(() => client.login('no such card')).toThrow(
      expect.objectContaining({ kind: 'refused', code: 10218, codeName: 'card_unavailable' }),
    );
    expect(() => client.login('')).toThrow(expect.objectContaining({ kind: 'misuse' }));
  });

  it('runs the example, from the dialog to the end of the licence', () => {
    const card = server.card();
    const [dialogs, toasts, lines]: [string[], string[], string[]] = [[], [], []];
    const kept = new Map<string, string>();
    const answers = ['no such card', card];
    const atExit: (() => void)[] = [];
    let isCutOff = false;
    let sleeps = 0;
    const engine = createEngine() as Record<string, unknown>;
    const send: Send = (request) =>
      isCutOff ? { failed: 'network', connected: false, detail: 'cut off' } : byCurl(request);
    const { createClient: create } = engine.latchkey as {
      createClient: (options: object, host: object) => object;
    };
    Object.assign(engine, {
      // Replaces the seller's settings in the example by those of the test server.
      require: () => ({
        createClient: (example: object) => {
          expect(Object.keys(example)).toEqual(Object.keys(options()));
          return create({ ...example, ...options(), graceSec: 2 }, hostOf(send));
        },
      }),
      storages: {
        create: () => ({
          get: (key: string, otherwise: string) => kept.get(key) ?? otherwise,
          put: (key: string, text: string) => void kept.set(key, text),
        }),
      },
      dialogs: {
        rawInput(question: string, prefill: string) {
          dialogs.push(`${question}|${prefill}`);
          return answers.shift() ?? null;
        },
      },
      toast: (text: string) => toasts.push(text),
      console: { log: (text: string) => lines.push(text), error: (text: string) => lines.push(text) },
      events: { on: (_: string, handler: () => void) => atExit.push(handler) },
      exit: () => atExit.forEach((handler) => handler()),
      sleep(milliseconds: number) {
        // After a few heartbeats the network is gone.
        if (++sleeps === 3) isCutOff = true;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
      },
    });
    runInContext(readFileSync(join(folder, 'examples/autojs.js'), 'utf8'), engine);
    expect(dialogs).toEqual(['请输入卡密|', '请输入卡密|']);
    expect(kept.get('card')).toBe(card);
    expect(toasts).toEqual([
      expect.stringMatching(/卡密/),
      expect.stringMatching(/^登录成功，有效期至 \d{4}-/),
      '暂时无法连接授权服务器。',
      '授权已结束，脚本停止运行。',
    ]);
    expect(lines.length).toBeGreaterThan(3);
  });

  describe('by the vectors', () => {
    const vectorOptions = {
      hosts: ['http://localhost'],
      appKey: VECTORS.app_key,
      appSecret: VECTORS.app_secret,
      publicKeys: [VECTORS.key.public_key],
      deviceId: 'pc',
    };
    const never: Send = () => {
      throw new Error('Nothing is sent');
    };
    /** Answers each request with a signed session. */
    const answerSigned: Send = ({ method, url, body }) => {
      const result = { token: 'token', expires_ts: 4_000_000_000, hg: 1, ticket: 'none' };
      const path = new URL(url).pathname;
      const time = Math.floor(Date.now() / 1000);
      const members = Object.fromEntries(
        Object.entries(result).map(([name, value]) => [name, String(value)]),
      );
      const nonce = new URLSearchParams(body).get('nonce')!;
      const sign = signAnswer({ method, path, nonce }, { members, time });
      const envelope = { time, kid: VECTORS.key.key_id, sign };
      return { status: 200, body: JSON.stringify({ code: 0, message: 'ok', result, ...envelope }) };
    };

    it.each(VECTORS.tickets)('opens the ticket $name', ({ ticket, claims, device_id, now }) => {
      texts.clear();
      const client = createClient({ ...vectorOptions, deviceId: device_id }, never);
      // By the engine's clock these tickets have expired. The reason `expired` shows that everything else is right.
      expect(claims.exp).toBeGreaterThan(now);
      expect(() => client.openTicket(ticket)).toThrow(
        expect.objectContaining({ codeName: 'ticket', reason: 'expired' }),
      );
    });

    it.each(VECTORS.refused_tickets.filter(({ name }) => name !== 'that has expired'))(
      'refuses the ticket $name',
      ({ ticket, device_id }) => {
        const client = createClient({ ...vectorOptions, deviceId: device_id }, never);
        const reason = expect.stringMatching(/^(?:form|key|signature|application|device)$/);
        expect(() => client.openTicket(ticket)).toThrow(
          expect.objectContaining({ codeName: 'ticket', reason }),
        );
      },
    );

    it('gets a new ticket, although the stored ticket has expired', () => {
      const [{ ticket, device_id }] = VECTORS.tickets as [(typeof VECTORS.tickets)[number]];
      texts.clear();
      texts.set('ticket', ticket);
      const paths: string[] = [];
      const send: Send = (request) => {
        const path = new URL(request.url).pathname;
        paths.push(path.slice(path.lastIndexOf('/') + 1));
        return answerSigned(request);
      };
      const client = createClient({ ...vectorOptions, deviceId: device_id }, send);
      const keeper = client.login('card').keep!() as Record<string, () => unknown>;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200);
      keeper.tick!();
      expect(paths).toEqual(['login', 'heartbeat', 'ticket']);
    });

    describe('with a simulated clock', () => {
      const GRACE_SEC = 600;

      /** Keeps a session whose heartbeat has just failed or succeeded, with a simulated clock. */
      function keep(isOffline: boolean) {
        const clock = { now: 0 };
        let isCutOff = false;
        const send: Send = (request) =>
          isCutOff ? { failed: 'network', connected: false, detail: 'cut off' } : answerSigned(request);
        const options = { ...vectorOptions, graceSec: GRACE_SEC };
        const client = createClient(options, send, { monotonic: () => clock.now });
        const keeper = client.login('card').keep!() as Record<string, () => unknown>;
        isCutOff = isOffline;
        clock.now += keeper.tick!() as number;
        keeper.tick!();
        expect(keeper.state!()).toBe(isOffline ? 'offline' : 'online');
        const wait = (seconds: number) => void (clock.now += 1000 * seconds);
        return { keeper, wait };
      }

      const keepOffline = () => keep(true);

      it('does not count the time asleep as grace', () => {
        const { keeper, wait } = keepOffline();
        wait(10 * GRACE_SEC);
        expect(keeper.licensed!()).toBe(true);
        keeper.tick!();
        expect([keeper.state!(), keeper.licensed!()]).toEqual(['offline', true]);
      });

      it('ends in time, although the script rarely ticks', () => {
        const { keeper, wait } = keepOffline();
        let minutes = 0;
        for (; keeper.licensed!() && minutes < 60; minutes++) {
          wait(60);
          keeper.tick!();
        }
        expect(keeper.reason!()).toBe('unreachable');
        // The keeper may count the first wait as sleep of the device, which does not use up the grace period.
        expect(minutes).toBeLessThanOrEqual(GRACE_SEC / 60 + 1);
      });

      it('ends in time, although the script has stopped ticking', () => {
        const { keeper, wait } = keepOffline();
        wait(60);
        keeper.tick!();
        wait(GRACE_SEC);
        expect([keeper.licensed!(), keeper.reason!()]).toEqual([false, 'unreachable']);
      });

      it('ends in time, although the script has not ticked since the first failure', () => {
        const { keeper, wait } = keepOffline();
        let minutes = 0;
        for (; keeper.licensed!() && minutes < 60; minutes++) wait(60);
        expect(keeper.reason!()).toBe('unreachable');
        expect(minutes).toBeLessThanOrEqual(GRACE_SEC / 60 + 2);
      });

      it('is licensed only for the time of the grace if the script stops ticking while online', () => {
        const { keeper, wait } = keep(false);
        let minutes = 0;
        for (; keeper.licensed!() && minutes < 60; minutes++) wait(60);
        expect(minutes).toBeGreaterThan(GRACE_SEC / 60);
        expect(minutes).toBeLessThanOrEqual(GRACE_SEC / 60 + 2);
        // The next heartbeat shows that the licence holds.
        keeper.tick!();
        expect([keeper.state!(), keeper.licensed!()]).toEqual(['online', true]);
      });

      it('is licensed while each call of tick is late but succeeds, if only read before it', () => {
        const { keeper, wait } = keep(false);
        for (let waited = 0; waited < 3 * GRACE_SEC; waited += 70) {
          wait(70);
          expect(keeper.licensed!()).toBe(true);
          keeper.tick!();
        }
      });

      it('is licensed after a sleep that began while online', () => {
        const { keeper, wait } = keep(false);
        wait(10 * GRACE_SEC);
        expect(keeper.licensed!()).toBe(true);
        keeper.tick!();
        expect(keeper.licensed!()).toBe(true);
        wait(GRACE_SEC);
        expect(keeper.licensed!()).toBe(true);
      });
    });

    it.each([
      ['a success that is signed', true],
      ['a success that is not', false],
    ])('takes only what is signed: %s', (_, isSigned) => {
      const send: Send = ({ method, url }) => {
        const { pathname, searchParams } = new URL(url);
        const sent = { method, path: pathname, nonce: searchParams.get('nonce')! };
        const time = VECTORS.server_time;
        const members = { value: 'a=b%\r\n😀' };
        const sign = isSigned ? signAnswer(sent, { members, time }) : 'A'.repeat(86);
        const envelope = { time, kid: VECTORS.key.key_id, sign };
        return {
          status: 200,
          body: JSON.stringify({ code: 0, message: 'ok', result: members, ...envelope }),
        };
      };
      const client = createClient(vectorOptions, send);
      if (isSigned) expect(client.variable('值')).toMatchObject({ value: 'a=b%\r\n😀' });
      else expect(() => client.variable('值')).toThrow(expect.objectContaining({ reason: 'untrusted' }));
    });
  });
});
