import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Exchange, KeyApplication } from '../../support/key-application.js';
import { sendFrom } from '../../support/from-address.js';
import type { Parameters } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

const LOGIN = { card: 'C1', device_id: 'D1' };

/** Tests which answers are signed by key. `answer-keys` tests the keys, and `answer-forger` tries forged answers. */
describe('An application that signs answers by its key', () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback', LIMIT_NONCES: '2000' });
  let app: KeyApplication;
  beforeAll(async () => {
    app = await KeyApplication.create(server, { name: 'Signs' });
    await app.ask('POST', '/card/login', { ...LOGIN, nonce: 'used' });
  });

  const login = (parameters: Parameters = {}) => app.ask('POST', '/card/login', { ...LOGIN, ...parameters });

  it.each<[what: string, code: number, send: () => Promise<Exchange>]>([
    ['a success with a result', 0, () => login()],
    ['a success without a result', 0, () => app.ask('POST', '/card/config', { card: 'C1', config: '{}' })],
    ['a GET', 0, () => app.ask('GET', '/card/config', { card: 'C1' })],
    [
      'a path with escapes, and values with separators',
      0,
      () => app.ask('GET', '/remote/variables/%E5%80%BC'),
    ],
    ['a DELETE', 10521, () => app.ask('DELETE', '/remote/data/a%2eb')],
    ['JSON', 0, () => app.ask('POST', '/card/login', LOGIN, 'json')],
    ['a multipart body', 0, () => app.ask('POST', '/card/login', LOGIN, 'multipart')],
    ['a refusal', 10218, () => login({ card: 'C9' })],
    ['a repeated nonce', 10014, () => login({ nonce: 'used' })],
    ['a nonce with separators', 0, () => login({ nonce: `a=b\r\n%${'x'.repeat(9)}` })],
    ['bad parameters', 400, () => login({ device_id: '' })],
    ['a bad common parameter', 400, () => login({ timestamp: 'now' })],
    ['a wrong signature', 10010, () => login({ sign: '0'.repeat(64) })],
    ['a timestamp that is too old', 10011, () => login({ timestamp: 1 })],
    ['a timestamp in the future', 10013, () => login({ timestamp: 999_999_999_999 })],
  ])('signs %s', async (_, code, send) => {
    const { answer, accepted } = await send();
    expect(answer).toMatchObject({ code, time: Math.floor(server.clock.now() / 1000), kid: app.file.key_id });
    expect(answer).not.toHaveProperty('nonce');
    expect(accepted).toBe(true);
  });

  it('signs that it is disabled', async () => {
    await server.apply({ name: 'Signs', enabled: false });
    const { answer, accepted } = await login();
    expect([answer.code, accepted]).toEqual([10230, true]);
    await server.apply({ name: 'Signs', enabled: true });
  });

  it('signs 429 and 503', async () => {
    const other = await KeyApplication.create(server, { name: 'Too much' });
    const { answer: opened } = await other.ask('POST', '/card/login', LOGIN);
    const session = { card: 'C1', token: opened.result!.token! };
    await other.ask('POST', '/card/unbind-password', { ...session, password: 'secret12' });
    const unbind = () => other.ask('POST', '/card/unbind-by-password', { card: 'C1', password: 'wrong123' });
    for (let i = 0; i < 5; i++) expect((await unbind()).answer.code).toBe(10254);
    const { answer: refused, accepted } = await unbind();
    expect([refused.status, accepted]).toEqual([429, true]);

    const codes: [number, boolean][] = [];
    for (let i = 0; i < 1000 && codes.at(-1)?.[0] !== 503; i++) {
      const { answer, accepted } = await other.ask('POST', '/card/heartbeat', session);
      codes.push([answer.status, accepted]);
    }
    expect(codes.at(-1)).toEqual([503, true]);
  });

  it('signs without a nonce if a request has no readable nonce, and no client accepts this answer', async () => {
    for (const nonce of ['', 'x'.repeat(37)]) {
      const { answer, accepted } = await login({ nonce });
      expect(answer).toMatchObject({ code: 400, kid: app.file.key_id });
      expect(accepted).toBe(false);
      const anonymous = app.verified('POST', '/card/login', '', answer);
      expect(anonymous.accepted).toBe(false);
    }
  });

  it('does not sign a refusal that is sent before the request has been read', async () => {
    const { app_key } = app.client.credentials;
    for (const { answer } of [
      app.verified('POST', '/card/login', 'N', await app.client.request('POST', '/card/login', '{', { 'content-type': 'application/json' })), // prettier-ignore
      app.verified('POST', '/card/login', 'N', await app.client.request('POST', `/card/login?app_key=${app_key}`, 'x', { 'content-type': 'text/plain' })), // prettier-ignore
      app.verified('GET', '/nope', 'N', await app.client.request('GET', `/nope?app_key=${app_key}&nonce=N`)),
    ]) {
      expect(answer.code).not.toBe(0);
      expect(answer.text).toMatch(/"nonce":"","sign":""\}$/);
      expect(answer).not.toHaveProperty('kid');
    }
    const address = '198.51.100.77';
    const codes: number[] = [];
    for (let i = 0; i < 120 && codes.at(-1) !== 429; i++) {
      codes.push((await sendFrom(address, app.client, '/card/login', { ...LOGIN, card: `NO-${i}` })).code);
    }
    const banned = await sendFrom(address, app.client, '/card/login', LOGIN);
    expect(banned.text).toMatch(/^\{"code":429,.*"nonce":"","sign":""\}$/);
  });

  it('leaves other applications as they are', async () => {
    const plain = await KeyApplication.create(server, { name: 'Plain', response_signature: 'off' });
    const { answer } = await plain.ask('POST', '/card/config', { card: 'C1', config: '{}' });
    expect(answer.text).toBe('{"code":0,"message":"ok"}');
    const { answer: refused } = await plain.ask('POST', '/card/config', { card: 'C9', config: '{}' });
    expect(refused.text).toMatch(/^\{"code":10218,"message":"[^"]+","nonce":"","sign":""\}$/);
  });

  it('follows the setting at once', async () => {
    const other = await KeyApplication.create(server, { name: 'Follows', response_signature: 'off' });
    expect((await other.ask('POST', '/card/login', LOGIN)).accepted).toBe(false);
    await server.apply({ name: 'Follows', response_signature: 'ed25519' });
    expect((await other.ask('POST', '/card/login', LOGIN)).accepted).toBe(true);
    await server.apply({ name: 'Follows', response_signature: 'digest' });
    const { answer } = await other.ask('POST', '/card/login', LOGIN);
    expect(answer.nonce).toMatch(/^\d{16}$/);
    expect(answer).not.toHaveProperty('kid');
  });
});
