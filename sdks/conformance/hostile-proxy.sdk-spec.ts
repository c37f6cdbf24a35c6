import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../test/support/server-process.js';
import { VECTORS } from '../../test/support/test-vectors.js';
import { Driver } from './driver.js';
import { LicenceServer } from './licence-server.js';
import { type Exchange, passOn, Relay, type Rule, type Upstream } from './relay.js';
import { describeSdk } from './sdks.js';
import { signAnswer } from './signed-answer.js';

/** The client's timeout for a proxy that delays: short, so that the test does not take long. */
const TIMEOUT_SEC = 1;
/** The client's timeout otherwise: long, so that a busy machine causes no timeout. */
const AMPLE_TIMEOUT_SEC = 20;
const FOREVER = 4102415999;

let server: LicenceServer;
/** Answers of an earlier run, by the last segment of the request's path. */
const recorded = new Map<string, Upstream>();
beforeAll(async () => {
  server = await LicenceServer.start();
});
afterAll(() => server.stop());

interface Trick {
  rule: Rule;
  /** Reasons with which a client may fail; if absent, only `untrusted`. */
  reasons?: string[];
}

const NETWORK = ['network', 'untrusted'];
const SUCCESS = {
  token: 'stolen',
  expires: '2099-12-31 23:59:59',
  expires_ts: FOREVER,
  server_time: 1_790_000_000,
  hg: 600,
  card_type: 'Month',
  config: '',
  value: 'stolen',
  uses_left: 9,
  uses_total: 9,
};

const TRICKS: Record<string, Trick> = {
  'made-up successes': { rule: ({ reply }) => reply(json({ code: 0, message: 'ok', result: SUCCESS })) },
  'successes signed by another key': {
    rule: ({ request, reply }) => {
      const { path, method, parameters } = request;
      const members = Object.fromEntries(
        Object.entries(SUCCESS).map(([name, value]) => [name, String(value)]),
      );
      const sent = { method, path, nonce: parameters.nonce! };
      const time = VECTORS.server_time;
      const sign = signAnswer(sent, { members, time });
      const { kid } = parse(recorded.get('login')!);
      reply(json({ code: 0, message: 'ok', result: SUCCESS, time, kid, sign }));
    },
  },
  'answers without their signature': {
    rule: changed((answer) => ({ ...answer, kid: undefined, sign: undefined })),
  },
  'answers with a longer licence': {
    rule: changed((answer) => ({ ...answer, result: { ...(answer.result as object), expires_ts: FOREVER } })),
  },
  'refusals as successes': {
    rule: changed((answer) => ({ ...answer, code: 0, message: 'ok', result: SUCCESS })),
  },
  'answers of an earlier run': {
    rule: ({ request, reply }) =>
      reply(recorded.get(request.path.split('/').at(-1)!) ?? recorded.get('login')!),
  },
  'answers to another endpoint': { rule: ({ reply }) => reply(recorded.get('heartbeat')!) },
  'answers to a request of its own': {
    rule: async ({ request, forward, reply }) => {
      // Another nonce makes the request's signature wrong, so the server refuses the request.
      request.target = request.target.replace(/nonce=[^&]*/, 'nonce=other');
      request.body = Buffer.from(request.body.toString().replace(/nonce=[^&]*/, 'nonce=other'));
      reply(await forward());
    },
  },
  'silence past the time-out': { rule: () => undefined, reasons: NETWORK },
  'answers past the time-out': {
    rule: async ({ forward, reply }) => {
      const answer = await forward();
      await setTimeout(3000 * TIMEOUT_SEC);
      reply(answer);
    },
    reasons: NETWORK,
  },
  'answers byte by byte': {
    rule: async ({ forward, response }) => {
      const { body } = await forward();
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      for (const byte of body) {
        if (response.destroyed) return;
        response.write(Buffer.of(byte));
        await setTimeout(100);
      }
    },
    reasons: NETWORK,
  },
  'half of an answer': {
    rule: async ({ forward, reply }) => {
      const answer = await forward();
      reply({ ...answer, body: answer.body.subarray(0, answer.body.length / 2) });
    },
  },
  'a content-length that is too great': { rule: withLength(50), reasons: NETWORK },
  'a content-length that is too small': { rule: withLength(-20), reasons: NETWORK },
  'connections that end': { rule: ({ socket }) => void socket.destroy(), reasons: NETWORK },
  'connections that end in the answer': {
    rule: async ({ forward, socket }) => {
      const { body } = await forward();
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`);
      socket.end(body.subarray(0, -1));
    },
    reasons: NETWORK,
  },
  'no HTTP': { rule: ({ socket }) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'), reasons: NETWORK },
  'an endless head': {
    rule: ({ socket }) => endless(socket, 'HTTP/1.1 200 OK\r\n', `x-more: ${'x'.repeat(1000)}\r\n`),
    reasons: NETWORK,
  },
  'an endless body': {
    rule: ({ socket }) =>
      endless(
        socket,
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"code":0,"message":"',
        'x'.repeat(9999),
      ),
    reasons: NETWORK,
  },
  'a gzip bomb': {
    rule: ({ reply }) =>
      reply({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(200_000_000, ' ')) }),
    reasons: NETWORK,
  },
  'a redirect to a made-up success': {
    rule: ({ request, reply, response }) => {
      if (request.path === '/stolen') reply(json({ code: 0, message: 'ok', result: SUCCESS }));
      else {
        response.writeHead(302, { location: '/stolen' });
        response.end();
      }
    },
  },
  'a redirect that sends the form on': {
    rule: ({ request, response }) => {
      response.writeHead(307, { location: `/again${request.target}` });
      response.end();
    },
  },
  'a page of a hotel': {
    rule: ({ reply }) =>
      reply({
        headers: { 'content-type': 'text/html' },
        body: Buffer.from('<!doctype html><title>Hello</title>'),
      }),
  },
  'no content': { rule: ({ response }) => void response.writeHead(204).end() },
  'text that is not UTF-8': {
    rule: ({ reply }) => reply({ body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x30, 0x7d]) }),
  },
  'a success with the status of an error': {
    rule: ({ reply }) => reply({ ...json({ code: 0, message: 'ok', result: SUCCESS }), status: 403 }),
  },
};

/** An attacker between client and server who wants to be licensed without a card. */
describeSdk((sdk) => {
  let driver: Driver;
  let relay: Relay;
  let devices = 0;
  beforeAll(async () => {
    driver = Driver.start(sdk);
    relay = await Relay.start(server.url);
    relay.rule = async ({ request, forward, reply }) => {
      const answer = await forward();
      recorded.set(request.path.split('/').at(-1)!, answer);
      reply(answer);
    };
    await open();
    await driver.get('session', { session: 'session', method: 'heartbeat', arguments: [] });
    await driver.get('session', { session: 'session', method: 'ticket', arguments: [] });
    await driver.get('session', { session: 'session', method: 'variable', arguments: ['问候'] });
    await relay.close();
  });
  afterAll(() => driver.stop());
  beforeEach(async () => {
    relay = await Relay.start(server.url);
  });
  afterEach(() => relay.close());

  /** Creates a client behind the still honest proxy, and logs in. */
  async function open(more: object = {}): Promise<string> {
    const settings = {
      device_id: `${sdk.name}-${++devices}`,
      timeout_sec: AMPLE_TIMEOUT_SEC,
      grace_sec: 0,
      ...more,
    };
    await driver.get('new', { client: 'client', options: server.options([relay.url], settings) });
    const card = server.card();
    // A busy machine can answer after the short timeout.
    await eventually(async () => {
      const { error } = await driver.ask('login', { client: 'client', card, session: 'session' });
      if (error && error.reason !== 'network') throw new Error(`login: ${JSON.stringify(error)}`);
      return error ? undefined : true;
    });
    return card;
  }

  describe.each(Object.entries(TRICKS))('%s', (_, { rule, reasons = ['untrusted'] }) => {
    const timeout_sec = reasons.includes('network') ? TIMEOUT_SEC : AMPLE_TIMEOUT_SEC;
    const unavailable = {
      error: { kind: 'unavailable', reason: expect.stringMatching(new RegExp(`^(?:${reasons.join('|')})$`)) },
    };

    it('no request succeeds', async () => {
      const card = await open({ timeout_sec });
      relay.rule = rule;
      const login = { client: 'client', card, session: 'stolen' };
      const answers = await Promise.all([
        driver.ask('login', login),
        driver.ofSession('heartbeat'),
        driver.ofSession('variable', ['问候']),
        driver.ofSession('consume', ['r1']),
      ]);
      for (const answer of answers) expect(answer).toMatchObject(unavailable);
    });

    it('no session is kept', async () => {
      await open({ timeout_sec });
      await driver.get('keep', { session: 'session' });
      relay.rule = rule;
      await eventually(async () => {
        const { state } = await driver.state();
        return state === 'ended' || undefined;
      });
      expect(await driver.state()).toMatchObject({ licensed: false, reason: 'unreachable' });
      relay.rule = passOn;
      await driver.get('close', { session: 'session' });
    });
  });

  it('an honest proxy changes nothing', async () => {
    await open();
    await driver.get('keep', { session: 'session' });
    await eventually(async () => relay.seen('/heartbeat').length >= 2 || undefined);
    expect(await driver.state()).toMatchObject({ state: 'online', licensed: true });
    await driver.get('close', { session: 'session' });
  });

  it('a false Date moves no clock', async () => {
    await open();
    relay.rule = async ({ forward, reply }) => {
      const answer = await forward();
      reply({ ...answer, headers: { ...answer.headers, date: 'Fri, 31 Dec 2100 00:00:00 GMT' } });
    };
    for (let i = 0; i < 3; i++) {
      expect(await driver.ofSession('heartbeat')).toMatchObject({ ok: { expires_ts: expect.any(Number) } });
    }
  });

  it.each<[string, number, Rule]>([
    ['whose token it changes', 10010, changedBeat('token', (token) => token.replace(/.$/, otherThan))],
    ['whose timestamp it changes', 10011, changedBeat('timestamp', (time) => time.replace(/^../, '10'))],
    ['with a later timestamp', 10013, changedBeat('timestamp', (time) => time.replace(/^./, '9'))],
    ['whose timestamp is no number', 400, changedBeat('timestamp', (time) => time.replace(/^./, 'x'))],
    ['that it sends twice', 10014, twice],
  ])('the signed refusal of a heartbeat %s does not end the licence', async (_, code, rule) => {
    await open({ grace_sec: 600 });
    relay.rule = rule;
    expect(await driver.ofSession('heartbeat')).toMatchObject({ error: { kind: 'refused', code } });
    driver.events.length = 0;
    await driver.get('keep', { session: 'session' });
    expect(await driver.event('offline')).toMatchObject({ reason: 'untrusted' });
    expect(await driver.state()).toMatchObject({ state: 'offline', licensed: true });
    relay.rule = passOn;
    await driver.event('online');
    await driver.get('close', { session: 'session' });
  });

  it('a proxy that changes heartbeats to one host does not keep the client from another host', async () => {
    const honest = await Relay.start(server.url);
    try {
      await open({ hosts: [relay.url, honest.url], grace_sec: 600 });
      relay.rule = changedBeat('token', (token) => token.replace(/.$/, otherThan));
      driver.events.length = 0;
      await driver.get('keep', { session: 'session' });
      expect(await driver.event('offline')).toMatchObject({ reason: 'untrusted' });
      await driver.event('online');
      expect(honest.seen('/heartbeat')).not.toEqual([]);
      await driver.get('close', { session: 'session' });
    } finally {
      await honest.close();
    }
  });

  it('a forged refusal neither ends the licence nor grants one', async () => {
    await open({ grace_sec: 600 });
    await driver.get('keep', { session: 'session' });
    relay.rule = ({ reply }) => reply(json({ code: 10212, message: 'frozen', nonce: '', sign: '' }));
    await eventually(async () => relay.seen('/heartbeat').length >= 2 || undefined);
    expect(await driver.state()).toMatchObject({ state: 'offline', licensed: true });
    relay.rule = passOn;
    await driver.get('close', { session: 'session' });
  });
});

/** Changes a parameter of the client's heartbeats; the value keeps its length. */
function changedBeat(name: string, change: (value: string) => string): Rule {
  return async ({ request, forward, reply }) => {
    if (request.path.endsWith('/heartbeat')) {
      const form = new URLSearchParams(request.body.toString());
      form.set(name, change(form.get(name)!));
      request.body = Buffer.from(form.toString());
    }
    reply(await forward());
  };
}

/** Sends the client's heartbeats twice, and returns the second answer. */
async function twice({ request, forward, reply }: Exchange): Promise<void> {
  if (request.path.endsWith('/heartbeat')) await forward();
  reply(await forward());
}

/** Changes members of the server's answers. */
function changed(change: (answer: Record<string, unknown>) => object): Rule {
  return async ({ forward, reply }) => {
    const answer = await forward();
    reply({ ...answer, ...json(change(parse(answer))) });
  };
}

/** Sends the server's answers with a content-length that is wrong by the given number of bytes. */
function withLength(difference: number): Rule {
  return async ({ forward, socket }: Exchange) => {
    const { body } = await forward();
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length + difference}\r\n\r\n`,
    );
    socket.end(body);
  };
}

async function endless(socket: Exchange['socket'], head: string, more: string): Promise<void> {
  socket.write(head);
  while (!socket.destroyed) {
    socket.write(more.repeat(20));
    await setTimeout(5);
  }
}

/** Returns another letter. */
function otherThan(letter: string): string {
  return letter === 'a' ? 'b' : 'a';
}

function parse({ body }: Upstream): Record<string, unknown> {
  return JSON.parse(body.toString()) as Record<string, unknown>;
}

function json(answer: object): { body: Buffer } {
  return { body: Buffer.from(JSON.stringify(answer)) };
}
