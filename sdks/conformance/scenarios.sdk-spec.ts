import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '../../test/support/certificates.js';
import { VECTORS } from '../../test/support/test-vectors.js';
import { DeafHost } from './deaf-host.js';
import { Driver } from './driver.js';
import { ENDPOINT_NAMES, FEATURES, GREETING, optionsOf } from './licence-server.js';
import { describeAtServer, driver, newName, relay, server } from './real-server.js';
import { busy, hangUp, passOn, Relay } from './relay.js';
import { keyIdOf, signTicket } from './signed-answer.js';

const NONCE = /^b1\.[A-Za-z0-9_-]{12}\.[A-Za-z0-9_-]{20}$/;
const BAD_NAME = 'does-not-exist';
/**
 * White space of Unicode, the zero-width space and the byte order mark; without U+2028 and U+2029, which end a line of a
 * driver in JavaScript.
 */
const SPACES = ' \t\r\n\u0085\u00a0\u1680\u2000\u2007\u200a\u200b\u202f\u205f\u3000\ufeff \t';

/** The methods of every SDK against a real server in a separate process. */
describeAtServer((sdk) => {
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-sdk-'));
    await driver.get('new', { client: 'client', options: options() });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const options = (more: object = {}) =>
    server.options([relay.url], { device_id: newName(sdk), store: folder, ...more });

  const login = (card: string, session = 'session', client = 'client') =>
    driver.get('login', { client, card, session });

  const use = async (more: object, client = 'client') => {
    await driver.get('new', { client, options: options(more) });
  };

  /** The result of a method that must succeed. */
  const result = async (method: string, args: unknown[] = [], client = 'client') => {
    const { ok, error } = await driver.call(method, args, client);
    if (!ok) throw new Error(`${method} failed: ${JSON.stringify(error)}`);
    return ok;
  };
  const ofSession = async (method: string, args: unknown[] = [], session = 'session') => {
    const { ok, error } = await driver.ofSession(method, args, session);
    if (!ok) throw new Error(`${method} failed: ${JSON.stringify(error)}`);
    return ok;
  };
  const refusal = (code: number, name: string) => ({ error: { kind: 'refused', code, name } });

  describe('a card', () => {
    it('logs in, works and logs out', async () => {
      const card = server.card();
      const session = await login(card);
      expect(session).toMatchObject({
        token: expect.stringMatching(/./),
        expires: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        hg: 1,
        features: FEATURES,
        card_type: 'Month',
        config: '',
        result: { token: session.token, hg: 1 },
      });
      expect(Number.isInteger(session.expires_ts)).toBe(true);
      expect(session.uses_left ?? null).toBeNull();

      expect(await ofSession('heartbeat')).toMatchObject({ expires_ts: session.expires_ts });
      expect(await ofSession('variable', ['问候'])).toMatchObject({ value: GREETING });
      expect(await ofSession('call_function', ['add', '[1, 41]'])).toMatchObject({ return: '42' });
      expect(await ofSession('set_config', ['{"level": "é&=%"}'])).toEqual({});
      expect(await ofSession('config')).toMatchObject({ config: '{"level": "é&=%"}' });
      expect(await ofSession('logout')).toEqual({});
      expect(await driver.ofSession('heartbeat')).toMatchObject(refusal(10214, 'session_invalid'));
    });

    it('is recharged', async () => {
      const card = server.card();
      const { expires_ts } = await login(card);
      const other = server.card();
      expect(await result('recharge', [card, other])).toEqual({});
      const renewed = (await ofSession('heartbeat')).expires_ts as number;
      expect(renewed).toBeGreaterThan(expires_ts as number);
      expect(await driver.call('recharge', [card, other])).toMatchObject(
        refusal(10241, 'recharge_card_used'),
      );
    });

    it('is unbound by a session and by a password', async () => {
      const card = server.card();
      await login(card);
      await use({ device_id: 'the other device' }, 'other');
      await login(card, 'other', 'other');
      expect(await ofSession('unbind', ['the other device'])).toEqual({});
      expect(await driver.ofSession('heartbeat', [], 'other')).toMatchObject({ error: { code: 10214 } });
      expect(await ofSession('set_unbind_password', ['p&s=w %é'])).toEqual({});
      expect(await driver.call('unbind_by_password', [card, 'wrongword'])).toMatchObject(
        refusal(10254, 'unbind_password_wrong'),
      );
      expect(await result('unbind_by_password', [card, 'p&s=w %é'])).toEqual({});
    });

    it('pays by uses, once for each request id', async () => {
      const card = server.card('Counted');
      expect(await login(card)).toMatchObject({ uses_left: 5 });
      expect(await ofSession('consume', ['a', 2])).toMatchObject({ uses_left: 3, uses_total: 5 });
      expect(await ofSession('consume', ['a', 2])).toMatchObject({ uses_left: 3 });
      expect(await ofSession('consume', ['b'])).toMatchObject({ uses_left: 2 });
      expect(await driver.ofSession('consume', ['c', 3])).toMatchObject(refusal(10219, 'uses_insufficient'));
    });

    it('gets a ticket, which opens without a server, in another run too', async () => {
      const card = server.card();
      const settings = options();
      await driver.get('new', { client: 'client', options: settings });
      await login(card);
      const { ticket } = await ofSession('ticket');
      await relay.close();
      const claims = { iss: server.application.app_key, type: 'Month', features: FEATURES };
      expect(await driver.call('open_ticket')).toMatchObject({ ok: { claims } });
      const later = Driver.start(sdk);
      try {
        await later.get('new', { client: 'client', options: settings });
        expect(await later.call('open_ticket')).toMatchObject({ ok: { claims } });
        writeFileSync(join(folder, 'ticket'), `${ticket as string}\n`); // some SDKs store a line end
        expect(await later.call('open_ticket')).toMatchObject({ ok: { claims } });
        await later.get('new', { client: 'other', options: { ...settings, device_id: 'another' } });
        const refused = { error: { kind: 'refused', name: 'ticket', reason: 'device' } };
        expect(await later.call('open_ticket', [ticket], 'other')).toMatchObject(refused);
      } finally {
        await later.stop();
      }
    });
  });

  describe('the store', () => {
    const YEARS_SEC = 10 * 365 * 86_400;
    const refusedFor = (reason: string) => ({ error: { kind: 'refused', name: 'ticket', reason } });

    it('has no ticket at first', async () => {
      expect(await driver.call('open_ticket')).toMatchObject(refusedFor('missing'));
    });

    it('must keep a ticket: one that cannot be stored is misuse', async () => {
      const settings = options();
      const card = server.card();
      await driver.get('new', { client: 'client', options: settings });
      await login(card);
      const { ticket } = await ofSession('ticket');
      writeFileSync(join(folder, 'file'), '');
      // A folder in a file cannot be created.
      const readOnly = { ...settings, store: join(folder, 'file', 'store') };
      await driver.get('new', { client: 'client', options: readOnly });
      await login(card);
      for (const answer of [await driver.call('open_ticket', [ticket]), await driver.ofSession('ticket')]) {
        expect(answer).toMatchObject({
          error: { kind: 'misuse', message: expect.stringMatching(/^store: it cannot keep the ticket/i) },
        });
      }
      expect(await driver.call('open_ticket')).toMatchObject(refusedFor('missing'));
      expect(await ofSession('heartbeat')).toMatchObject({ expires_ts: expect.any(Number) });
    });

    it('has the latest time seen, until the server has signed another time', async () => {
      const { app_key } = server.application;
      const file = join(folder, 'time');
      const stored = () => JSON.parse(readFileSync(file, 'utf8')) as { time: number };
      const settings = options();
      const card = server.card();
      await driver.get('new', { client: 'client', options: settings });
      await login(card);
      await ofSession('ticket');
      const { time } = stored();
      expect(stored()).toEqual({ app_key, time: expect.any(Number) });
      expect(Math.abs(time - Date.now() / 1000)).toBeLessThan(60);
      writeFileSync(file, JSON.stringify({ app_key, time: time + YEARS_SEC }));
      const later = Driver.start(sdk);
      try {
        await later.get('new', { client: 'client', options: settings });
        expect(await later.call('open_ticket')).toMatchObject(refusedFor('clock'));
        await later.get('login', { client: 'client', card, session: 'session' });
        expect(await later.call('open_ticket')).toMatchObject({ ok: { claims: { iss: app_key } } });
        expect(stored().time).toBeLessThan(time + 3600);
      } finally {
        await later.stop();
      }
    });
  });

  describe('a ticket that the customer brings', () => {
    const HOUR_SEC = 3600;

    /** Opens a ticket that is valid for six hours from now, while a newer ticket is stored. */
    const openBeside = async (device: string, newerSec: number) => {
      const now = Math.floor(Date.now() / 1000);
      const stored = signTicket(device, now + newerSec, now + newerSec + HOUR_SEC);
      writeFileSync(join(folder, 'ticket'), stored);
      const { app_key, key } = VECTORS;
      await use({ app_key, public_keys: [key.public_key], device_id: 'pc' });
      return driver.call('open_ticket', [signTicket('pc', now, now + 6 * HOUR_SEC)]);
    };

    it.each([
      ['expired', 12],
      ['clock', 48],
    ])('is refused for the reason %s if the stored ticket is %d hours newer', async (reason, hours) => {
      const error = { kind: 'refused', name: 'ticket', reason };
      expect(await openBeside('pc', hours * HOUR_SEC)).toMatchObject({ error });
    });

    it('is opened if the stored ticket is of another device', async () => {
      expect(await openBeside('laptop', 48 * HOUR_SEC)).toMatchObject({ ok: { claims: { sub: 'card:1' } } });
    });
  });

  it('a user registers, logs in, works, recharges and changes the password', async () => {
    const username = `用户 ${newName(sdk)}`;
    const password = 'pass word&=%é';
    expect(await result('register', [username, password, server.card()])).toEqual({});
    const session = await driver.get('login', { client: 'client', username, password, session: 'session' });
    expect(session).toMatchObject({ hg: 1, features: FEATURES });
    const { expires_ts } = await ofSession('heartbeat');
    expect(await result('recharge_user', [username, server.card()])).toEqual({});
    expect((await ofSession('heartbeat')).expires_ts).toBeGreaterThan(expires_ts as number);
    expect(await ofSession('set_config', ['{}'])).toEqual({});
    expect(await ofSession('config')).toMatchObject({ config: '{}' });
    expect(await ofSession('call_function', ['add', '[1, 2]'])).toMatchObject({ return: '3' });
    expect(await result('change_password', [username, password, 'another one'])).toEqual({});
    expect(await driver.ofSession('heartbeat')).toMatchObject({ error: { code: 10214 } });
    const again = { client: 'client', username, password, session: 'session' };
    expect(await driver.ask('login', again)).toMatchObject(refusal(10243, 'user_password_wrong'));
    await driver.get('login', { ...again, password: 'another one' });
    expect(await ofSession('logout')).toEqual({});
  });

  it('a trial begins, reads what trials may, and ends', async () => {
    const session = await driver.get('login', { client: 'client', trial: true, session: 'session' });
    expect(session).toMatchObject({ hg: 1, token: expect.stringMatching(/./), features: {} });
    expect(await ofSession('heartbeat')).toMatchObject({ expires_ts: session.expires_ts });
    expect(await ofSession('variable', ['问候'])).toMatchObject({ value: GREETING });
    expect(await ofSession('logout')).toEqual({});
    expect(await driver.ofSession('consume', ['a'])).toMatchObject({ error: { kind: 'misuse' } });
  });

  it('data is created, read, updated and deleted, of the application and of a card', async () => {
    const card = server.card();
    await login(card);
    for (const scope of [[], ['card', card]]) {
      const key = `键-${newName(sdk)}`;
      expect(await driver.call('data_get', [key, ...scope])).toMatchObject(refusal(10521, 'data_unknown'));
      expect(await result('data_create', [key, GREETING, ...scope])).toEqual({});
      expect(await result('data_get', [key, ...scope])).toMatchObject({ value: GREETING });
      expect(await driver.call('data_create', [key, '', ...scope])).toMatchObject(
        refusal(10522, 'data_exists'),
      );
      expect(await result('data_update', [key, '', ...scope])).toEqual({});
      expect(await result('data_get', [key, ...scope])).toMatchObject({ value: '' });
      expect(await result('data_delete', [key, ...scope])).toEqual({});
      expect(await driver.call('data_get', [key, ...scope])).toMatchObject({ error: { code: 10521 } });
    }
  });

  it.each(ENDPOINT_NAMES)('a variable and data may be called %s', async (name) => {
    expect(await result('variable', [name])).toMatchObject({ value: GREETING });
    const card = server.card();
    const scope = ['card', card];
    expect(await result('data_create', [name, 'a', ...scope])).toEqual({});
    expect(await result('data_update', [name, 'b', ...scope])).toEqual({});
    expect(await result('data_get', [name, ...scope])).toMatchObject({ value: 'b' });
    expect(await result('data_delete', [name, ...scope])).toEqual({});
  });

  it('config, notice, latest version, ping and any other request', async () => {
    expect(await result('software_config')).toMatchObject({ config: 'the config' });
    expect(await result('notice')).toMatchObject({ notice: '公告 "1"' });
    expect(await result('latest_version')).toMatchObject({ version: '2.0.0', notice: 'new' });
    await use({ version: '2.0.0' }, 'latest');
    expect(await driver.call('latest_version', [], 'latest')).toMatchObject(refusal(10304, 'already_latest'));
    expect(relay.requests.at(-1)!.parameters).toMatchObject({ version: '2.0.0' });
    expect((await result('ping')).server_time).toBeGreaterThan(1_700_000_000);
    expect(await result('call', ['GET', '/software/notice', {}])).toMatchObject({ notice: '公告 "1"' });
    const card = server.card();
    await login(card);
    expect(await result('variable', ['问候', card])).toMatchObject({ value: GREETING });
    expect(await result('call_function', ['add', '[2, 3]'])).toMatchObject({ return: '5' });
  });

  describe('refusals', () => {
    it('have the code, its name, the words of the server and words for the customer', async () => {
      const { error } = await driver.ask('login', { client: 'client', card: BAD_NAME, session: 'session' });
      expect(error).toMatchObject({
        kind: 'refused',
        code: 10218,
        name: 'card_unavailable',
        message: expect.stringMatching(/\S/),
        tell: {
          en: 'This card does not exist. Please check what you typed.',
          zh: '卡密不存在，请检查输入。',
        },
      });
    });

    it.each([
      ['variable', [BAD_NAME], 10501, 'variable_unknown'],
      ['variable', ['问候'], 10502, 'card_required'],
      ['call_function', [BAD_NAME, '[]'], 10541, 'function_unknown'],
      ['call_function', ['add', '{'], 10542, 'function_params'],
      ['recharge_user', [BAD_NAME, 'x'], 10243, 'user_password_wrong'],
    ])('%s %j: %d', async (method, args, code, name) => {
      expect(await driver.call(method, args)).toMatchObject(refusal(code, name));
    });

    it('of a frozen card and of one device too many', async () => {
      const card = server.card();
      for (const device_id of ['one', 'two']) {
        await use({ device_id }, device_id);
        await login(card, device_id, device_id);
      }
      const ask = { client: 'client', card, session: 'session' };
      expect(await driver.ask('login', ask)).toMatchObject(refusal(10217, 'device_limit'));
      await server.act('freeze', card);
      expect(await driver.ask('login', ask)).toMatchObject(refusal(10212, 'frozen_or_blocked'));
    });

    it('of a wrong secret', async () => {
      await use({ app_secret: 'x'.repeat(32) });
      expect(await driver.call('notice')).toMatchObject(refusal(10010, 'signature_mismatch'));
      const login = { client: 'client', card: server.card(), session: 'session' };
      expect(await driver.fail('login', login)).toMatchObject({ kind: 'refused', code: 10010 });
    });
  });

  describe('misuse fails at once, with the name of what is wrong, and sends nothing', () => {
    it.each([
      ['hosts', undefined],
      ['hosts', []],
      ['hosts', Array.from({ length: 9 }, () => 'http://127.0.0.1')],
      ['hosts', ['ftp://127.0.0.1']],
      ['hosts', ['example.com']],
      ['app_key', ''],
      ['app_secret', undefined],
      ['public_keys', ['AAAA']],
      ['public_keys', ['!'.repeat(43)]],
      ['sign_mode', 'sha1'],
      ['device_id', ''],
      ['device_id', 'x'.repeat(129)],
      ['grace_sec', -1],
      ['grace_sec', 86_401],
      ['timeout_sec', 0],
      ['surprise', 1],
    ])('the option %s: %j', async (name, value) => {
      const error = await driver.fail('new', { client: 'bad', options: { ...options(), [name]: value } });
      expect(error.kind).toBe('misuse');
      // Names follow the language: heartbeat_sec, heartbeatSec, HeartbeatSec.
      expect(error.message!.toLowerCase().replace(/_/g, '')).toContain(name.replace(/_/g, ''));
    });

    it.each([
      ['login', { card: '' }],
      ['login', { card: ' \t\r\n' }],
      ['login', { card: SPACES }],
      ['login', { username: 'a', password: '' }],
    ])('%s %j', async (action, fields) => {
      const request = { client: 'client', session: 'session', ...fields };
      expect(await driver.ask(action, request)).toMatchObject({ error: { kind: 'misuse' } });
      expect(relay.requests).toEqual([]);
    });

    it('a ticket without a public key', async () => {
      await use({ public_keys: [] });
      expect(await driver.call('open_ticket', ['a.b.c'])).toMatchObject({ error: { kind: 'misuse' } });
      expect(relay.requests).toEqual([]);
    });
  });

  it('removes the white space around a card', async () => {
    const [first, second] = [server.card(), server.card()];
    await login(`${SPACES}${first}${SPACES}`);
    expect(relay.requests.at(-1)!.parameters).toMatchObject({ card: first });
    await result('recharge', [` ${first}`, `${second}\n`]);
    expect(relay.requests.at(-1)!.parameters).toMatchObject({ card: first, use_card: second });
    const name = `pasted-${newName(sdk)}`;
    await result('register', [name, 'a password', ` ${server.card()}\t`]);
    await result('recharge_user', [name, `\n${server.card()}`]);
  });

  it('says what to check after an answer without a right signature, and which host cannot be reached', async () => {
    await use({ public_keys: ['CFrj5hz82WFSMemuNIiT83yy-gf1mihj4KxTKhap88A'] });
    const untrusted = await driver.fail('login', {
      client: 'client',
      card: server.card(),
      session: 'session',
    });
    expect(untrusted).toMatchObject({ kind: 'unavailable', reason: 'untrusted' });
    expect(untrusted.message).toMatch(
      /no valid signature: check hosts, app_?key and public_?keys, and .*ed25519/i,
    );
    await use({});
    await relay.close();
    const unreachable = await driver.fail('client', { client: 'client', method: 'notice', arguments: [] });
    expect(unreachable).toMatchObject({ kind: 'unavailable', reason: 'network' });
    expect(unreachable.message).toContain(`${relay.url}: connection refused`);
  });

  it('prints no secret, card, password or token', async () => {
    const card = server.card();
    const { token } = await login(card);
    const password = 'a-password-nobody-may-see';
    const errors = [
      await driver.ask('login', { client: 'client', username: 'u', password, session: 'x' }),
      await driver.call('unbind_by_password', [card, password]),
      await driver.call('recharge', [card, card]),
    ];
    await relay.close();
    errors.push(await driver.call('variable', ['问候', card]), await driver.ofSession('heartbeat'));
    const texts = errors.map(({ error }) => JSON.stringify(error));
    const { text } = await driver.get<{ text: string }>('describe', { client: 'client' });
    const printed = [text, ...texts, driver.complaintsText].join('\n');
    for (const secret of [server.application.app_secret!, card, encodeURIComponent(card), password, token]) {
      expect(printed).not.toContain(secret);
    }
  });

  describe('requests', () => {
    it('have a bound nonce, new each time, a timestamp, the version, and no cookie', async () => {
      await use({ version: '1.2.3' });
      relay.rule = async ({ forward, reply }) => {
        const answer = await forward();
        reply({ ...answer, headers: { ...answer.headers, 'set-cookie': ['a=b; Path=/'] } });
      };
      await login(server.card());
      for (let i = 0; i < 5; i++) await ofSession('heartbeat');
      const nonces = relay.requests.map(({ parameters }) => parameters.nonce!);
      expect(new Set(nonces).size).toBe(6);
      for (const { parameters, headers } of relay.requests) {
        expect(parameters).toMatchObject({
          nonce: expect.stringMatching(NONCE),
          timestamp: expect.stringMatching(/^\d{10}$/),
          version: '1.2.3',
        });
        expect(headers.cookie).toBeUndefined();
      }
    });

    it('keep a path in front of the API, and do not sign it', async () => {
      await use({ hosts: [`${relay.url}/licence/a`] });
      await login(server.card());
      expect(relay.requests[0]!.path).toBe('/licence/a/api/client/v1/card/login');
    });

    it.each(['md5', 'hmac-sha256', 'hmac-sha256-path'])('signed in the mode %s', async (sign_mode) => {
      const app = server.applications[sign_mode]!;
      const card = server.card();
      await driver.get('new', { client: 'client', options: optionsOf(app, [relay.url], { device_id: 'd' }) });
      await login(card);
      expect(await ofSession('variable', ['问候'])).toMatchObject({ value: GREETING });
    });

    it('to an application that signs no answers', async () => {
      const app = server.applications.unsigned!;
      const unsigned = { device_id: 'd', public_keys: [] };
      await driver.get('new', { client: 'client', options: optionsOf(app, [relay.url], unsigned) });
      await login(server.card());
      expect(await ofSession('heartbeat')).toMatchObject({ expires_ts: expect.any(Number) });
      expect(await driver.call('variable', [BAD_NAME])).toMatchObject({
        error: { kind: 'refused', code: 10501 },
      });
      await driver.get('new', { client: 'strict', options: optionsOf(app, [relay.url], { device_id: 'd' }) });
      const error = { kind: 'unavailable', reason: 'untrusted' };
      expect(await driver.call('notice', [], 'strict')).toMatchObject({ error });
    });

    it('with a key that is not the application’s', async () => {
      const other = 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w';
      expect(keyIdOf(other)).toHaveLength(16);
      await use({ public_keys: [other] });
      expect(
        await driver.ask('login', { client: 'client', card: server.card(), session: 's' }),
      ).toMatchObject({
        error: { kind: 'unavailable', reason: 'untrusted' },
      });
    });

    it('are sent again once, with another nonce, if the nonce was used before', async () => {
      let replays = 1;
      relay.rule = async ({ forward, reply }) => {
        const first = await forward();
        reply(replays-- > 0 ? await forward() : first);
      };
      await result('notice');
      expect(relay.requests).toHaveLength(2);
      replays = 9;
      expect(await driver.call('notice')).toMatchObject(refusal(10014, 'nonce_repeated'));
      expect(relay.requests).toHaveLength(4);
    });

    it('are busy for 429 and 503, with the seconds to wait', async () => {
      for (const status of [429, 500, 503]) {
        relay.rule = busy(status, 7);
        const error = { kind: 'unavailable', reason: 'busy', retry_after: 7 };
        expect(await driver.call('notice')).toMatchObject({ error });
      }
    });

    it('go only to a server whose certificate is valid', async () => {
      const { certificate, key } = selfSigned(folder, 'localhost');
      let requests = 0;
      const listener = createServer(
        { cert: readFileSync(certificate), key: readFileSync(key) },
        (_, response) => {
          requests++;
          response.end();
        },
      ).listen(0, '127.0.0.1');
      await once(listener, 'listening');
      try {
        await use({ hosts: [`https://localhost:${(listener.address() as AddressInfo).port}`] });
        const error = { kind: 'unavailable', reason: 'network' };
        expect(await driver.call('notice')).toMatchObject({ error });
        expect(requests).toBe(0);
      } finally {
        listener.closeAllConnections();
        listener.close();
      }
    });

    it('overlap', async () => {
      await login(server.card());
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => driver.ofSession('call_function', ['add', `[${i}, 0]`])),
      );
      expect(answers.map(({ ok }) => ok?.return)).toEqual(Array.from({ length: 20 }, (_, i) => String(i)));
    });
  });

  describe('several hosts', () => {
    /** Counts nonces, not requests: if a connection ends without an answer, the JDK repeats the same signed GET. */
    const askedOf = ({ requests }: Relay) => new Set(requests.map(({ parameters }) => parameters.nonce)).size;
    let second: Relay;
    beforeEach(async () => {
      second = await Relay.start(server.url);
      await use({ hosts: [relay.url, second.url] });
    });
    afterEach(() => second.close());

    it('the next host is asked at once, and is asked first from then on', async () => {
      await relay.close();
      await result('notice');
      await relay.reopen();
      await result('notice');
      expect([relay, second].map(askedOf)).toEqual([0, 2]);
      second.rule = hangUp;
      await result('notice');
      await result('notice');
      expect([relay, second].map(askedOf)).toEqual([2, 3]);
    });

    it('each host is asked once', async () => {
      relay.rule = hangUp;
      second.rule = busy(503, 3);
      expect(await driver.call('notice')).toMatchObject({ error: { kind: 'unavailable' } });
      expect([relay, second].map(askedOf)).toEqual([1, 1]);
    });

    it('a request that must not be repeated goes to another host if the first one takes no connection', async () => {
      const deaf = await DeafHost.start();
      try {
        await use({ hosts: [deaf.url, second.url], timeout_sec: 5 });
        expect(await result('register', [newName(sdk), 'a password', server.card()])).toEqual({});
        expect(askedOf(second)).toBe(1);
      } finally {
        await deaf.stop();
      }
    });

    it('a request that may have been executed is not sent to another host', async () => {
      const card = server.card();
      await login(card);
      const before = second.requests.length;
      relay.rule = async ({ forward, socket }) => {
        await forward();
        socket.destroy();
      };
      expect(await driver.call('recharge', [card, server.card()])).toMatchObject({
        error: { kind: 'unavailable', reason: 'network' },
      });
      expect(second.requests).toHaveLength(before);
    });

    it('a change of the password is not sent to another host either', async () => {
      const username = newName(sdk);
      await result('register', [username, 'a password', server.card()]);
      const before = second.requests.length;
      relay.rule = async ({ forward, socket }) => {
        await forward();
        socket.destroy();
      };
      expect(await driver.call('change_password', [username, 'a password', 'another one'])).toMatchObject({
        error: { kind: 'unavailable', reason: 'network' },
      });
      expect(second.requests).toHaveLength(before);
      relay.rule = passOn;
      const login = { client: 'client', username, password: 'another one', session: 'session' };
      await driver.get('login', login);
    });

    it('a request that a busy host refused is executed by another host', async () => {
      const card = server.card();
      await login(card);
      relay.rule = busy(503);
      expect(await result('recharge', [card, server.card()])).toEqual({});
      relay.rule = passOn;
      await relay.close();
      expect(await driver.call('recharge', [card, BAD_NAME])).toMatchObject(
        refusal(10240, 'recharge_card_unknown'),
      );
    });
  });

  describe('the device id', () => {
    const deviceOf = async (client = 'client') => {
      await login(server.card(), 'session', client);
      return relay.seen('/login').at(-1)!.parameters.device_id!;
    };

    it('is found, hashed, and remembered', async () => {
      await use({ device_id: undefined });
      const device = await deviceOf();
      expect(device).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(await result('device_id')).toMatchObject({ device_id: device });
      expect(readdirSync(folder).length).toBeGreaterThan(0);
      await use({ device_id: undefined }, 'later');
      expect(await deviceOf('later')).toBe(device);
    });

    it('is found again where the store is unreadable', async () => {
      await use({ device_id: undefined });
      const device = await deviceOf();
      for (const file of readdirSync(folder))
        writeFileSync(join(folder, file), Buffer.from([0, 255, 0, 123]));
      await use({ device_id: undefined }, 'later');
      const later = await deviceOf('later');
      expect(later).toMatch(/^[A-Za-z0-9_-]{43}$/);
      // If the system has an id, it is found again; a random id is lost with the store.
      if (existsMachineId()) expect(later).toBe(device);
    });

    (existsMachineId() ? it : it.skip)('is that of the machine where nothing can be written', async () => {
      const file = join(folder, 'file');
      writeFileSync(file, '');
      await use({ device_id: undefined, store: join(file, 'store') });
      expect(await deviceOf()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    });
  });
});

function existsMachineId(): boolean {
  return ['/etc/machine-id', '/var/lib/dbus/machine-id'].some((file) => {
    try {
      return readFileSync(file, 'utf8').trim() !== '';
    } catch {
      return false;
    }
  });
}
