import { beforeAll, describe, expect, it } from '@jest/globals';
import { CardApplication, expectRefused } from '../../support/card-application.js';
import { boundNonce, type Parameters, SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

const CARD = '卡密 é+😀%=';
const LOGIN: Parameters = { card: CARD, device_id: '电脑=1%' };

describe('A bound nonce', () => {
  const server = TestServer.forSuite();

  describe.each(['md5', 'hmac-sha256', 'hmac-sha256-path'] as const)('signed by %s', (sign_mode) => {
    let app: CardApplication;
    /** Binds the nonce of each request to this request. */
    let client: SignedClient;
    beforeAll(async () => {
      app = await CardApplication.create(server, {
        settings: { name: sign_mode, sign_mode, variables: [{ key: '值', value: 'v' }] },
        cards: [CARD],
        type: { max_devices: 0, max_sessions: 0 },
      });
      client = new SignedClient(server.url, app.client.credentials, server.clock, { boundNonces: true });
    });

    it('is accepted in every form, once', async () => {
      for (const encoding of ['json', 'form', 'multipart'] as const) {
        const signed = client.sign({ ...LOGIN, build: 42, beta: true, note: '' }, 'POST', '/card/login');
        expect(signed.nonce).toMatch(/^b1\.[\w-]{12}\.[\w-]{20}$/);
        const send = () => client.send('POST', '/card/login', signed, encoding);
        expect(await send()).toMatchObject({ code: 0 });
        expect(await send()).toMatchObject({ code: 10014 });
      }
      const config = '{"url":"http://h/?a=1%20","n":\r\n1}';
      expect(await client.post('/card/config', { card: CARD, config }, 'form')).toMatchObject({ code: 0 });
      expect(await client.get('/card/config', { card: CARD })).toMatchObject({ result: { config } });
      expect(await client.post('/remote/data/k', { action: 'create', value: 'a=%' })).toMatchObject({
        code: 0,
      });
      expect(await client.delete('/remote/data/k')).toMatchObject({ code: 0 });
      for (const key of ['%E5%80%BC', '%e5%80%bc']) {
        expect(await client.get(`/remote/variables/${key}`)).toMatchObject({ result: { value: 'v' } });
      }
    });

    it('covers parameters of query and body together', async () => {
      const { card, ...rest } = client.sign(LOGIN, 'POST', '/card/login');
      const path = `/card/login?${new URLSearchParams({ card: String(card) }).toString()}`;
      const body = JSON.stringify(rest);
      const headers = { 'content-type': 'application/json' };
      expect(await client.request('POST', path, body, headers)).toMatchObject({ code: 0 });
    });

    it('of other parameters, another path or method is refused, and stays free for its own request', async () => {
      const own = client.sign(LOGIN, 'POST', '/card/login');
      const { nonce } = own;
      for (const [method, path, parameters] of [
        ['POST', '/card/login', { ...LOGIN, device_id: 'another' }],
        ['POST', '/card/login', { ...LOGIN, note: '' }],
        ['POST', '/card/login', { card: CARD }],
        ['POST', '/card/config', LOGIN],
        ['GET', '/card/config', LOGIN],
      ] as const) {
        const signed = client.sign({ ...parameters, nonce: nonce! }, method, path);
        const send = () => client.send(method, path, signed, method === 'GET' ? 'query' : 'form');
        const { errs } = await expectRefused(server, 400, send);
        expect(errs).toEqual({ nonce: 'belongs to other parameters, or to another method or path' });
      }
      expect(await client.send('POST', '/card/login', own, 'json')).toMatchObject({ code: 0 });
    });

    it('is not checked if the signature is wrong', async () => {
      const nonce = boundNonce({}, 'POST', '/card/login');
      const sign = '0'.repeat(sign_mode === 'md5' ? 32 : 64);
      expect(await client.post('/card/login', { ...LOGIN, nonce, sign })).toMatchObject({ code: 10010 });
    });

    it('has an exact form, and a nonce of any other form is an ordinary nonce', async () => {
      for (const nonce of [
        'b1.',
        boundNonce({}, 'POST', '/').slice(0, -1),
        boundNonce({}, 'POST', '/').replace('b1', 'B1'),
        `b1.${'a'.repeat(12)}.${'a'.repeat(19)}=`,
      ]) {
        expect(await client.post('/card/login', { ...LOGIN, nonce })).toMatchObject({ code: 0 });
      }
    });
  });

  it('is refused in the language of the application', async () => {
    const app = await CardApplication.create(server, { settings: { name: '中文', language: 'zh-CN' } });
    const nonce = boundNonce({}, 'POST', '/');
    expect(await app.client.post('/card/login', { card: 'C1', device_id: 'D', nonce })).toMatchObject({
      code: 400,
      errs: { nonce: '与本次请求的参数、方法或路径不符' },
    });
  });
});
