import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { boundNonce, type Credentials, SignedClient } from '../../test/support/signed-client.js';
import { VECTORS } from '../../test/support/test-vectors.js';
import { Driver, type DriverAnswer } from './driver.js';
import {
  type Expected,
  FORGED_TIME,
  hostileText,
  type RawAnswer,
  SIGNED_ANSWERS,
  UNSIGNED_ANSWERS,
} from './raw-answers.js';
import { describeSdk } from './sdks.js';

const SHARED = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors.json'), 'utf8')) as {
  unknown_code: { name: string; tell: object };
  codes: { code: number; name: string; tell: object }[];
  device_ids: { app_key: string; source: string; value: string; device_id: string }[];
};
const API = '/api/client/v1';
const { app_key, app_secret, key } = VECTORS;
const public_keys = [key.public_key];
/** Another key that a client may contain during a rotation. */
const OTHER_KEY = 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w';

/** Names in the order of bytes, which differs from the default order of every language and culture. */
const NAMES = [
  '-',
  '0',
  'B',
  'I',
  'Z',
  '_',
  'a',
  'a b',
  'a-b',
  'a.b',
  'a10',
  'a2',
  'ab',
  'i',
  'z',
  'É',
  'é',
  'İ',
  'ı',
];
const BEYOND_ASCII = [...NAMES, 'ﬁ', 'Ａ', '卡', '😀', '𐀀'];

describeSdk((sdk) => {
  let driver: Driver;
  beforeAll(() => {
    driver = Driver.start(sdk);
  });
  afterAll(() => driver.stop());

  describe('sign', () => {
    it.each(VECTORS.requests)('of the contract: $name', async ({ method, path, parameters, sign }) => {
      for (const mode of ['md5', 'hmac-sha256'] as const) {
        const request = { mode, secret: app_secret, method, path: API + path, parameters };
        expect(await driver.ask('sign', request)).toMatchObject({ ok: { sign: sign[mode] } });
      }
    });

    it.each(VECTORS.path_requests)(
      'with method and path: $name',
      async ({ method, path, parameters, sign }) => {
        const request = {
          mode: 'hmac-sha256-path',
          secret: app_secret,
          method,
          path: API + path,
          parameters,
        };
        expect(await driver.ask('sign', request)).toMatchObject({ ok: { sign } });
      },
    );

    it.each([
      { name: 'names in the order of bytes', parameters: named(NAMES) },
      { name: 'names beyond ASCII in the order of bytes', parameters: named(BEYOND_ASCII) },
      { name: 'hostile Unicode', parameters: { card: hostileText(), note: '', 'x=\r\n%': hostileText() } },
      { name: 'a long value', parameters: { value: '卡😀x'.repeat(8000) } },
      { name: 'nothing', parameters: {} },
    ])('$name', async ({ parameters }) => {
      for (const sign_mode of ['md5', 'hmac-sha256', 'hmac-sha256-path'] as const) {
        const expected = signatureOf({ app_key, app_secret, sign_mode }, parameters);
        const request = { mode: sign_mode, secret: app_secret, method: 'POST', path: `${API}/card/login` };
        expect(await driver.ask('sign', { ...request, parameters })).toMatchObject({
          ok: { sign: expected },
        });
      }
    });

    it('a secret beyond ASCII', async () => {
      const secret = '密钥😀'.repeat(12);
      const credentials = { app_key, app_secret: secret, sign_mode: 'hmac-sha256-path' } as const;
      const request = { mode: 'hmac-sha256-path', secret, method: 'POST', path: `${API}/card/login` };
      expect(await driver.ask('sign', { ...request, parameters: { a: '1' } })).toMatchObject({
        ok: { sign: signatureOf(credentials, { a: '1' }) },
      });
    });
  });

  describe('bound nonce', () => {
    it.each(VECTORS.bound_nonces)('$name', async ({ method, path, random, parameters }) => {
      const { nonce, ...others } = parameters;
      const request = { method, path: API + path, random, parameters: others };
      expect(await driver.ask('bind_nonce', request)).toMatchObject({ ok: { nonce } });
    });

    it.each([
      { name: 'names beyond ASCII in the order of bytes', parameters: named(BEYOND_ASCII) },
      { name: 'hostile Unicode', parameters: { card: hostileText(), 'x=\r\n%': hostileText() } },
    ])('$name', async ({ parameters }) => {
      const random = 'abcdefghijkl';
      const request = { method: 'POST', path: `${API}/card/login`, random, parameters };
      expect(await driver.ask('bind_nonce', request)).toMatchObject({
        ok: { nonce: boundNonce(parameters, 'POST', '/card/login', random) },
      });
    });
  });

  describe('answer', () => {
    const reading = ({ request, status, body }: Omit<RawAnswer, 'name' | 'expected'>, keys = public_keys) =>
      driver.ask('read_answer', { public_keys: keys, ...request, status, body });

    it.each(VECTORS.key_answers)('signed by key: $name', async ({ request, answer }) => {
      const read = await reading({ request, status: statusOf(answer.code), body: JSON.stringify(answer) });
      if (request.nonce === '') expect(read).toMatchObject({ error: UNTRUSTED });
      else if (answer.code === 0) expectAnswer(read, { result: answer.result ?? {} });
      else expectAnswer(read, { refused: answer.code });
      if (read.ok) expect(read.ok.time).toBe(answer.time);
    });

    it.each(VECTORS.refused_key_answers)('forged: $name', async ({ request, answer }) => {
      const read = await reading({ request, status: statusOf(answer.code), body: JSON.stringify(answer) });
      expect(read).toMatchObject({ error: UNTRUSTED });
    });

    it('signed by one of two keys', async () => {
      const { request, answer } = VECTORS.key_answers[0]!;
      const given = { request, status: 200, body: JSON.stringify(answer) };
      expectAnswer(await reading(given, [OTHER_KEY, key.public_key]), { result: answer.result! });
      expect(await reading(given, [OTHER_KEY])).toMatchObject({ error: UNTRUSTED });
    });

    it.each(SIGNED_ANSWERS)('with a key: $name', async (given) => {
      expectAnswer(await reading(given), given.expected);
    });

    it.each(UNSIGNED_ANSWERS)('without a key: $name', async (given) => {
      expectAnswer(await reading(given, []), given.expected);
    });
  });

  describe('ticket', () => {
    const verifying = (ticket: string, now: number, more: object = {}) =>
      driver.ask('verify_ticket', {
        app_key,
        public_keys,
        device_id: 'pc',
        ticket,
        now,
        greatest_time: 0,
        ...more,
      });

    it.each(VECTORS.tickets)('right: $name', async ({ ticket, device_id, now, claims }) => {
      expect(await verifying(ticket, now, { device_id })).toMatchObject({ ok: { claims } });
    });

    it.each(VECTORS.refused_tickets)('refused: $name', async ({ name, ticket, device_id, now }) => {
      const answer = await verifying(ticket, now, { device_id });
      const reason = REASONS[name] ?? expect.stringMatching(/^(?:form|key|signature)$/);
      expect(answer).toMatchObject({ error: { kind: 'refused', name: 'ticket', reason } });
      // Not all languages have a text for the customer here.
      expect(answer.error!.tell).not.toEqual(SHARED.unknown_code.tell);
    });

    it.each([
      { name: 'random text', ticket: 'hello' },
      { name: 'no JSON', ticket: 'aGVsbG8.aGVsbG8.aGVsbG8' },
      { name: 'JSON that is no object', ticket: 'bnVsbA.bnVsbA.AAAA' },
      { name: 'a megabyte', ticket: 'a.'.repeat(500_000) },
    ])('refused: $name', async ({ ticket }) => {
      const error = { kind: 'refused', name: 'ticket', reason: 'form' };
      expect(await verifying(ticket, VECTORS.server_time)).toMatchObject({ error });
    });

    describe('the clock', () => {
      const { ticket, device_id, claims } = VECTORS.tickets[0]!;
      const { iat, exp } = claims;
      const HOUR = 3600;
      const at = (now: number, greatest_time: number) => verifying(ticket, now, { device_id, greatest_time });

      it.each([
        { name: 'an hour behind its time of issue', now: iat - HOUR, greatest: 0 },
        { name: '23 hours behind the greatest time', now: iat + HOUR, greatest: iat + 24 * HOUR },
        { name: 'a second before its end', now: exp - 1, greatest: exp - 1 },
      ])('accepted: $name', async ({ now, greatest }) => {
        expect(await at(now, greatest)).toMatchObject({ ok: { claims } });
      });

      it.each([
        {
          name: 'more than a day behind the greatest time',
          now: iat,
          greatest: iat + 24 * HOUR + 1,
          reason: 'clock',
        },
        { name: 'the greatest time is its end', now: exp - HOUR, greatest: exp, reason: 'expired' },
        { name: 'its end', now: exp, greatest: 0, reason: 'expired' },
      ])('refused: $name', async ({ now, greatest, reason }) => {
        const answer = await at(now, greatest);
        expect(answer).toMatchObject({ error: { kind: 'refused', name: 'ticket', reason } });
        expect(answer.error!.tell).not.toEqual(SHARED.unknown_code.tell);
      });
    });
  });

  describe('request code', () => {
    it.each(['my-pc', '电脑 😀', 'a|b.c', 'x'.repeat(128)])('of %s', async (device_id) => {
      const dev = createHash('sha256').update(`${app_key}|${device_id}`).digest('base64url');
      const code = `${Buffer.from(device_id).toString('base64url')}.${dev.slice(0, 6)}`;
      expect(await driver.ask('request_code', { app_key, device_id })).toMatchObject({ ok: { code } });
    });
  });

  describe('device id', () => {
    it.each(SHARED.device_ids)('by $source', async ({ device_id, ...given }) => {
      expect(await driver.ask('device_id', given)).toMatchObject({ ok: { device_id } });
    });
  });

  describe('code', () => {
    it.each(SHARED.codes)('$code $name', async ({ code, name, tell }) => {
      expect(await driver.ask('code', { code })).toMatchObject({ ok: { name, tell } });
    });

    it.each([-1, 1, 12345, 2 ** 31])('%s is unknown', async (code) => {
      expect(await driver.ask('code', { code })).toMatchObject({ ok: SHARED.unknown_code });
    });
  });
});

const UNTRUSTED = { kind: 'unavailable', reason: 'untrusted' };

/** The reason of each refused ticket for which only one reason is right. */
const REASONS: Record<string, string> = {
  'of another device': 'device',
  'that has expired': 'expired',
  'of another application': 'application',
  'by the key of another application': 'signature',
  'by a key that the client does not have': 'key',
  'with changed claims': 'signature',
  'with the signature of another ticket': 'signature',
  'without its last part': 'form',
  'with a fourth part': 'form',
  'that is empty': 'form',
};

function expectAnswer(read: DriverAnswer, expected: Expected): void {
  if ('result' in expected) {
    expect(read).toMatchObject({ ok: { result: expected.result } });
  } else if ('refused' in expected) {
    const { refused: code, name } = expected;
    const named = name === undefined ? {} : { name };
    expect(read).toMatchObject({ error: { kind: 'refused', code, ...named, message: expect.any(String) } });
    expect(read.error!.tell).toEqual({ en: expect.stringMatching(/\S/), zh: expect.stringMatching(/\S/) });
  } else if ('unavailable' in expected) {
    expect(read).toMatchObject({ error: { kind: 'unavailable', reason: expected.unavailable } });
  } else if ('fails' in expected) {
    expect(read.error?.kind).toMatch(/^(?:refused|unavailable)$/);
  } else {
    const { result } = (read.ok ?? {}) as { result?: Record<string, unknown> };
    if (result) expect(result).toMatchObject({ expires_ts: 1577246197 });
    expect(JSON.stringify(read.ok ?? {})).not.toContain(String(FORGED_TIME));
    expect(read.error?.kind).not.toBe('misuse');
  }
}

function signatureOf(credentials: Credentials, parameters: Record<string, string>): string {
  return new SignedClient('', credentials, { now: () => 0 }).signatureOf(parameters, 'POST', '/card/login');
}

/** Returns parameters with these names, in the reverse order. */
function named(names: string[]): Record<string, string> {
  return Object.fromEntries(names.toReversed().map((name, index) => [name, String(index)]));
}

/** The HTTP status of an answer. */
function statusOf(code: number): number {
  return [404, 413, 415, 429, 500, 503].includes(code) ? code : 200;
}
