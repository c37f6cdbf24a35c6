import { beforeAll, describe, expect, it } from '@jest/globals';
import { hash, randomUUID } from 'node:crypto';
import { PAOJIAOYUN_ROUTES } from '@app/paojiaoyun';
import { PaojiaoyunApplication } from '../../support/paojiaoyun-application.js';
import { exchange, type PaojiaoyunClient, type Sent } from '../../support/paojiaoyun-client.js';
import { RawSocket } from '../../support/raw-socket.js';
import { type Answer, type Parameters } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

const LOGIN = '/v1/card/login';
const C1 = { card: 'C1', device_id: 'D1' };

const login = (client: PaojiaoyunClient) => client.post(LOGIN, C1);

/** Sends a login that was signed for a different request, without verifying the answer. */
function sendAs(
  client: PaojiaoyunClient,
  signed: Partial<Sent & { host: string }>,
  sent: Partial<Sent> = {},
) {
  const { method = 'POST', path = LOGIN, host = client.host } = signed;
  const parameters = client.sign(method, path, C1, host);
  return client.send({ method: 'POST', path: LOGIN, parameters, ...sent });
}

describe('Requests of clients of 泡椒云', () => {
  // The client counts as a trusted proxy.
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback' });

  const create = (settings?: object) => PaojiaoyunApplication.create(server, { ...settings });

  it('are signed as by the test vector of that service', async () => {
    const { app_key, app_secret } = {
      app_key: 'blsvh14llhcr96vtboqg',
      app_secret: 'uiS9M0G8JolpUvlf5NxZ7pwMVinKs73x',
    };
    const card = 'abc3b65KDZ9Qb7UC685D2MVFR0TPc53BCU1IPD5ad20';
    const app = await create({ app_key, app_secret, cards: [{ card, card_type: 'Month' }] });
    const back = server.clock.now() / 1000 - 1_574_654_197;
    server.clock.step(-back);
    const client = app.newClient('api.paojiaoyun.com');
    const parameters = client.sign('POST', LOGIN, {
      card,
      device_id: '123',
      nonce: '359c22e4-d522-4771-ba8e-4b99cf61b372',
      timestamp: 1_574_654_197,
    });
    expect(parameters.sign).toBe('b5f3cc619998fa45e4c11ef57e712f87');
    expect(await client.send({ method: 'POST', path: LOGIN, parameters })).toMatchObject({ code: 0 });
    server.clock.step(back);
  });

  describe('to an application', () => {
    it('without the setting are refused as if the application did not exist', async () => {
      for (const compat of [undefined, 'none']) {
        const app = await PaojiaoyunApplication.create(server, { compat });
        expect(await login(app.client)).toMatchObject({ status: 200, code: 10230, nonce: '', sign: '' });
        expect(await app.contract.post('/card/login', C1)).toMatchObject({ code: 0 });
      }
    });

    it('are accepted or refused according to its setting, which takes effect at once', async () => {
      const app = await create();
      expect(await login(app.client)).toMatchObject({ code: 0 });
      await app.configure({ compat: 'none' });
      expect(await login(app.client)).toMatchObject({ code: 10230 });
      await app.configure({ compat: 'paojiaoyun' });
      expect(await login(app.client)).toMatchObject({ code: 0 });
    });

    it.each<[hosts: string[], taken: string[], refused: string[]]>([
      [
        [],
        ['a.example', '127.0.0.1:3000', '[::1]', 'A.Example'],
        ['a b', 'a/b', 'a.example/v1', '例.com', 'a&b'],
      ],
      [
        ['a.example'],
        ['a.example', 'A.example', 'a.example:8080'],
        ['b.example', 'xa.example', 'a.example.b'],
      ],
      [
        ['a.example:8080', 'b.example'],
        ['a.example:8080', 'b.example'],
        ['a.example', 'a.example:80', 'a.example:'],
      ],
    ])('with the hosts %j, are accepted at %j and refused at %j', async (compat_hosts, taken, refused) => {
      const app = await create({ compat_hosts });
      for (const host of taken)
        expect({ host, ...(await login(app.newClient(host))) }).toMatchObject({ host, code: 0 });
      for (const host of refused) {
        const sent = Buffer.from(host).toString('latin1');
        const parameters = app.client.sign('POST', LOGIN, C1, host);
        const answer = await app.client.send({
          method: 'POST',
          path: LOGIN,
          parameters,
          headers: { host: sent },
        });
        expect({ host, ...answer }).toMatchObject({ host, code: 10230, nonce: '', sign: '' });
      }
      // The accepted hosts matter only for clients of 泡椒云, not for clients of the contract.
      expect(await app.contract.post('/card/login', C1)).toMatchObject({ code: 0 });
    });

    it('are signed by MD5 and answered by digest, whatever its modes are for clients of the contract', async () => {
      for (const sign_mode of ['md5', 'hmac-sha256', 'hmac-sha256-path'])
        for (const response_signature of ['off', 'digest', 'ed25519']) {
          const app = await create({ sign_mode, response_signature });
          expect(await login(app.client)).toMatchObject({
            code: 0,
            nonce: expect.stringMatching(/^\d{16}$/),
          });
          expect(await app.client.post(LOGIN, { ...C1, card: 'C9' })).toMatchObject({
            code: 10218,
            nonce: expect.stringMatching(/^\d{16}$/),
          });
          const own = await app.contract.post('/card/login', C1);
          expect({ code: own.code, kid: typeof own.kid, nonce: typeof own.nonce }).toEqual({
            code: 0,
            kid: response_signature === 'ed25519' ? 'string' : 'undefined',
            nonce: response_signature === 'digest' ? 'string' : 'undefined',
          });
        }
    });

    it('may be five seconds ahead if the application does not set another leeway', async () => {
      const app = await create();
      const at = (seconds: number) =>
        app.client.post(LOGIN, { ...C1, timestamp: Math.ceil(server.clock.now() / 1000) + seconds });
      expect(await at(5)).toMatchObject({ code: 0 });
      expect(await at(6)).toMatchObject({ code: 10013, nonce: '', sign: '' });
      expect(
        await app.contract.post('/card/login', {
          ...C1,
          timestamp: Math.ceil(server.clock.now() / 1000) + 1,
        }),
      ).toMatchObject({ code: 10013 });
      await app.configure({ clock_leeway_sec: 2 });
      expect(await at(2)).toMatchObject({ code: 0 });
      expect(await at(3)).toMatchObject({ code: 10013 });
      await app.configure({ clock_leeway_sec: 60 });
      expect(await at(60)).toMatchObject({ code: 0 });
    });

    it('are refused when it is disabled or the secret is wrong, and may use both secrets after a rotation', async () => {
      const app = await create();
      await app.configure({ enabled: false });
      expect(await login(app.client)).toMatchObject({ code: 10230, nonce: '', sign: '' });
      await app.configure({ enabled: true });
      const parameters = { ...app.client.sign('POST', LOGIN, C1), sign: '0'.repeat(32) };
      expect(await app.client.send({ method: 'POST', path: LOGIN, parameters })).toMatchObject({
        code: 10010,
        nonce: '',
        sign: '',
      });
      const upper = app.client.sign('POST', LOGIN, C1);
      upper.sign = String(upper.sign).toUpperCase();
      expect(await app.client.send({ method: 'POST', path: LOGIN, parameters: upper })).toMatchObject({
        code: 0,
      });
    });
  });

  describe('are bound to', () => {
    let app: PaojiaoyunApplication;
    beforeAll(async () => {
      app = await create();
    });

    it.each<[what: string, signed: Partial<Sent & { host: string }>, sent: Partial<Sent>]>([
      ['their path', { path: '/v1/card/unbind_device/by_password' }, {}],
      ['their path without its prefix', { path: '/card/login' }, {}],
      ['their own path, not the path of the contract', { path: '/api/client/v1/card/login' }, {}],
      ['their method', { method: 'GET' }, {}],
      ['their host', { host: 'other.example.com' }, {}],
      ['the port of their host', { host: 'api.example.com:80' }, {}],
      ['the letter case of their host', { host: 'API.example.com' }, {}],
    ])('%s', async (_, signed, sent) => {
      expect(await sendAs(app.client, signed, sent)).toMatchObject({ code: 10010 });
    });

    it('their nonce', async () => {
      const parameters = app.client.sign('POST', LOGIN, C1);
      const send = () => app.client.send({ method: 'POST', path: LOGIN, parameters });
      expect(await send()).toMatchObject({ code: 0 });
      const again = await send();
      expect(again).toMatchObject({ code: 10014 });
      expect(app.newClient().faultOf(again)).toBeUndefined();
      // Both APIs share the used nonces.
      const { contract } = app;
      expect(await contract.post('/card/login', { ...C1, nonce: parameters.nonce! })).toMatchObject({
        code: 10014,
      });
    });

    it('their API: neither accepts a request that was signed for the other', async () => {
      const ours = app.client.sign('POST', LOGIN, C1);
      expect(await app.contract.send('POST', '/card/login', ours, 'form')).toMatchObject({ code: 10010 });
      const theirs = app.contract.sign(C1, 'POST', '/card/login');
      expect(await app.client.send({ method: 'POST', path: LOGIN, parameters: theirs })).toMatchObject({
        code: 10010,
      });
    });
  });

  describe('behind a proxy', () => {
    const hosts = (host: string, forwarded: string) => ({ host, 'x-forwarded-host': forwarded });

    it('are for the host that a trusted one passes on', async () => {
      const { client } = await create({ compat_hosts: ['api.example.com'] });
      const parameters = () => client.sign('POST', LOGIN, C1);
      const send = (headers: Record<string, string>) =>
        client.send({ method: 'POST', path: LOGIN, parameters: parameters(), headers });
      expect(await send(hosts('127.0.0.1:3000', 'api.example.com'))).toMatchObject({ code: 0 });
      expect(await send(hosts('127.0.0.1:3000', 'api.example.com, inner'))).toMatchObject({ code: 0 });
      expect(await send(hosts('api.example.com', 'evil.example.com'))).toMatchObject({ code: 10230 });
    });

    it('are for the host of the request where the proxy is not trusted', async () => {
      const other = await TestServer.start();
      try {
        const { client } = await PaojiaoyunApplication.create(other, { compat_hosts: ['api.example.com'] });
        const send = (headers: Record<string, string>) =>
          client.send({ method: 'POST', path: LOGIN, parameters: client.sign('POST', LOGIN, C1), headers });
        expect(await send(hosts('127.0.0.1:3000', 'api.example.com'))).toMatchObject({ code: 10230 });
        expect(await send(hosts('api.example.com', 'evil.example.com'))).toMatchObject({ code: 0 });
      } finally {
        await other.stop();
      }
    });
  });

  describe('reach', () => {
    let app: PaojiaoyunApplication;
    beforeAll(async () => {
      app = await create();
    });

    it('every endpoint of the list and no other method of it', async () => {
      for (const endpoint of PAOJIAOYUN_ROUTES.keys()) {
        const [method, path] = endpoint.split(' ') as ['GET' | 'POST', string];
        if (path === '/v1/ping') continue;
        const answer = await app.client.ask(method, path, {});
        expect({ endpoint, code: answer.code }).not.toEqual({ endpoint, code: 404 });
        for (const other of ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH']) {
          if (PAOJIAOYUN_ROUTES.has(`${other} ${path}`)) continue;
          const { status } = await exchange(server.url, { method: other, path, headers: { host: 'a' } });
          expect({ other, path, status }).toEqual({ other, path, status: 404 });
        }
      }
    });

    it.each([
      '/v1/',
      '/v1/card',
      '/v1/card/login/',
      '/v1/card//login',
      '/v1//card/login',
      '//v1/card/login',
      '/V1/card/login',
      '/v1/Card/login',
      '/v1/card/log%69n',
      '/%76%31/card/login',
      '/v1/card/./login',
      '/v1/x/../card/login',
      '/v1/card%2flogin',
      '/v1/card/login;a=1',
      '/v1/card/consume',
      '/v1/card/unbind-device',
      '/v1/user/consume',
      '/v1/user/unbind_password',
      '/v1/user/unbind_device/by_password',
      '/v1/trial/logout',
      '/v1/af/remote_var',
      '/v1/remote/data/a',
      '/V1/user/config',
      '/v1/user/config/',
      '/V1/af/remote_data',
      'http://api.example.com/v1/card/login',
      'http://api.example.com/v1/user/config',
      'http://api.example.com/V1/af/remote_data',
      '/api/client/v1/card/login/../../../v1/card/login',
    ])('nothing by POST %s', async (path) => {
      const parameters = app.client.sign('POST', path, {
        ...C1,
        username: 'alice',
        key: 'k',
        action: 'delete',
      });
      const content = new URLSearchParams(parameters as Record<string, string>).toString();
      const headers = { host: app.client.host, 'content-type': 'application/x-www-form-urlencoded' };
      const { status, text } = await exchange(server.url, { method: 'POST', path, headers, content });
      expect({ status, text }).toEqual({ status: 404, text: expect.any(String) });
      expect(JSON.parse(text)).not.toHaveProperty('result');
    });

    it('no endpoint that does not exist, and get an answer that they can read', async () => {
      const answer = await app.client.send({ method: 'GET', path: '/v1/card/none', parameters: {} });
      expect(answer).toMatchObject({ status: 404, code: 404, nonce: '', sign: '' });
    });

    it('the endpoint with parameters in query and body, which are all signed', async () => {
      const parameters = app.client.sign('POST', LOGIN, { ...C1, extra: '1' });
      const { extra, ...rest } = parameters;
      const path = `${LOGIN}?extra=${String(extra)}`;
      expect(await app.client.send({ method: 'POST', path, parameters: rest })).toMatchObject({ code: 0 });
      const added = app.client.sign('POST', LOGIN, C1);
      expect(
        await app.client.send({ method: 'POST', path: `${LOGIN}?x=1`, parameters: added }),
      ).toMatchObject({ code: 10010 });
      expect(
        await app.client.send({
          method: 'POST',
          path: `${LOGIN}?`,
          parameters: app.client.sign('POST', LOGIN, C1),
        }),
      ).toMatchObject({ code: 0 });
    });
  });

  it('cannot be read as different requests, since names and values are restricted as in the contract', async () => {
    const { client } = await create();
    const stolen = { card: 'C1&device_id=evil&nonce=F&timestamp=1', device_id: 'D1' };
    expect(await client.post(LOGIN, stolen)).toMatchObject({ code: 400, errs: { card: expect.any(String) } });
    expect(await client.post(LOGIN, { ...C1, '/by_password': '1' })).toMatchObject({ code: 400 });
    expect(await client.post(LOGIN, { ...C1, z: 'a&b' })).toMatchObject({ code: 400 });
  });

  it('are not accepted for another endpoint if one of the two paths begins with the other', async () => {
    const { client } = await create();
    // METHOD + host + /v1/card/unbind_device + "/by_passwordapp_key=…": two requests have the same signed text.
    const { app_key } = client.credentials;
    const own: Parameters = { app_key, card: 'C1', nonce: randomUUID(), password: 'secret12', timestamp: 0 };
    own.timestamp = Math.floor(server.clock.now() / 1000);
    const { sign } = client.sign('POST', '/v1/card/unbind_device/by_password', own);
    const { app_key: _, ...rest } = own;
    const reading = { ...rest, '/by_passwordapp_key': app_key, sign: sign! };
    const answer = await client.send({ method: 'POST', path: '/v1/card/unbind_device', parameters: reading });
    expect(answer).toMatchObject({ code: 400, nonce: '', sign: '' });
    const text = `POST${client.host}/v1/card/unbind_device${Object.entries(reading)
      .filter(([name]) => name !== 'sign')
      .map(([name, value]) => `${name}=${value}`)
      .toSorted()
      .join('&')}`;
    expect(hash('md5', text + client.credentials.app_secret)).toBe(sign);
  });

  it('of a web page pass the preflight, and their answers may be read', async () => {
    const { client } = await create();
    const preflight = await exchange(server.url, {
      method: 'OPTIONS',
      path: LOGIN,
      headers: { host: 'a', origin: 'https://example.com', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect((await login(client)).headers.get('access-control-allow-origin')).toBe('*');
  });

  it('for a ping are answered Pong, whoever asks', async () => {
    for (const path of ['/v1/ping', '/v1/ping?x=1']) {
      const answer = await exchange(server.url, { method: 'GET', path, headers: { host: 'a' } });
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: 'Pong' });
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('over one connection with those of the contract keep their own rules', async () => {
    const app = await create();
    const { host } = app.client;
    const raw = await RawSocket.open(server.url);
    const target = (path: string, parameters: Parameters) =>
      `GET ${path}?${new URLSearchParams(parameters as Record<string, string>).toString()} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    raw.write(
      target('/v1/card/config', app.client.sign('GET', '/v1/card/config', { card: 'C1' })) +
        target('/api/client/v1/card/config', app.contract.sign({ card: 'C1' }, 'GET', '/card/config')) +
        target('/v1/card/config', app.contract.sign({ card: 'C1' }, 'GET', '/card/config')),
    );
    await raw.statuses(3);
    const { text } = await raw.answer();
    const codes = [...text.matchAll(/\{"code":(\d+).*?\}(?=H|$)/g)].map(
      ([body]) => JSON.parse(body) as Answer,
    );
    expect(codes.map(({ code, sign }) => [code, sign?.length])).toEqual([
      [0, 32],
      [0, undefined],
      [10010, 0],
    ]);
    raw.drop();
  });
});

describe('Limits of clients of 泡椒云', () => {
  it('count guesses of cards and refused requests like those of the contract', async () => {
    const server = await TestServer.start({
      TRUST_PROXY: 'loopback',
      LIMIT_WRONG_GUESSES: '3',
      LIMIT_REFUSED_REQUESTS: '5',
    });
    try {
      const app = await PaojiaoyunApplication.create(server);
      const from = (address: string, card: string, path = LOGIN) =>
        app.client.send({
          method: 'POST',
          path,
          parameters: app.client.sign('POST', path, { card, device_id: 'D1', config: 'x' }),
          headers: { 'x-forwarded-for': address },
        });
      const guesses = [];
      for (const card of ['A', 'B', 'C', 'C1']) guesses.push((await from('192.0.2.1', card)).code);
      expect(guesses).toEqual([10218, 10218, 10218, 429]);
      // The ban applies to all endpoints of both APIs that reveal whether a card exists.
      const banned = await from('192.0.2.1', 'C1', '/v1/card/config');
      expect(banned).toMatchObject({ status: 429, nonce: '', sign: '' });
      const contract = app.contract;
      const other = await contract.request('POST', '/card/login', JSON.stringify(contract.sign(C1)), {
        'content-type': 'application/json',
        'x-forwarded-for': '192.0.2.1',
      });
      expect(other).toMatchObject({ status: 429 });
      expect(await from('192.0.2.2', 'C1')).toMatchObject({ code: 0 });

      const forged = () =>
        app.client.send({
          method: 'POST',
          path: LOGIN,
          parameters: { ...app.client.sign('POST', LOGIN, C1), sign: 'x' },
          headers: { 'x-forwarded-for': '192.0.2.3' },
        });
      const codes = [];
      for (let i = 0; i < 6; i++) codes.push((await forged()).code);
      expect(codes).toEqual([10010, 10010, 10010, 10010, 10010, 429]);
      const ping = {
        method: 'GET',
        path: '/v1/ping',
        headers: { host: 'a', 'x-forwarded-for': '192.0.2.3' },
      };
      for (let i = 0; i < 10; i++) expect((await exchange(server.url, ping)).text).toBe('Pong');
    } finally {
      await server.stop();
    }
  });
});
