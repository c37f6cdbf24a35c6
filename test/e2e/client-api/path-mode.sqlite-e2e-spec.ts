import { beforeAll, describe, expect, it } from '@jest/globals';
import { CardApplication, expectRefused } from '../../support/card-application.js';
import { type Parameters, SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

describe('The sign mode hmac-sha256-path', () => {
  const server = TestServer.forSuite();
  let app: CardApplication;
  let client: SignedClient;
  beforeAll(async () => {
    const name = '值';
    app = await CardApplication.create(server, {
      settings: { sign_mode: 'hmac-sha256-path', variables: [{ key: name, value: 'v' }] },
      cards: ['C1', 'C2', 'A&nonce=x&timestamp=1&=%'],
      type: { max_devices: 0, max_sessions: 0 },
    });
    client = app.client;
  });

  /** Sends a request to an endpoint other than the signed one. */
  const sendElsewhere = (parameters: Parameters, signed: [string, string], sent: [string, string]) =>
    client.send(...sent, client.sign(parameters, ...signed), sent[0] === 'POST' ? 'form' : 'query');

  it('accepts requests of every method and form', async () => {
    const token = await app.open();
    expect(await app.heartbeat(token)).toMatchObject({ code: 0 });
    expect(await client.get('/card/config', { card: 'C1', empty: '' })).toMatchObject({ code: 0 });
    expect(await client.get('/remote/variables/%E5%80%BC')).toMatchObject({ result: { value: 'v' } });
    for (const encoding of ['json', 'form', 'multipart'] as const) {
      expect(await client.post('/card/login', { card: 'C1', device_id: 'D1' }, encoding)).toMatchObject({
        code: 0,
      });
    }
    const data = { action: 'create', value: 'two\r\nlines=%' };
    expect(await client.post('/remote/data/k', data)).toMatchObject({ code: 0 });
    expect(await client.delete('/remote/data/k')).toMatchObject({ code: 0 });
  });

  it('refuses a request that was signed for another endpoint, method or spelling of the path', async () => {
    const session = { card: 'C1', token: await app.open() };
    const heartbeat: [string, string] = ['POST', '/card/heartbeat'];
    await expectRefused(server, 10010, () => sendElsewhere(session, heartbeat, ['POST', '/card/logout']));
    await expectRefused(server, 10010, () => sendElsewhere(session, heartbeat, ['POST', '/card/heartbeat/']));
    await expectRefused(server, 10010, () =>
      sendElsewhere({ card: 'C1' }, ['POST', '/card/config'], ['GET', '/card/config']),
    );
    for (const [signed, sent] of [
      ['a', 'b'],
      ['a', '%61'],
      ['%E5%80%BC', '%e5%80%bc'],
    ]) {
      const [from, to] = [`/remote/data/${signed}`, `/remote/data/${sent}`];
      await expectRefused(server, 10010, () => sendElsewhere({}, ['GET', from], ['GET', to]));
    }
    expect(await app.heartbeat(session.token)).toMatchObject({ code: 0 });
  });

  it('covers the path as it was sent, and parameters of the query as parameters', async () => {
    for (const key of ['%E5%80%BC', '%e5%80%bc']) {
      expect(await client.get(`/remote/variables/${key}`)).toMatchObject({ result: { value: 'v' } });
    }
    const signed = client.sign({ card: 'C1', device_id: 'D1' }, 'POST', '/card/login') as Record<
      string,
      string
    >;
    const { card, ...rest } = signed;
    const body = new URLSearchParams(rest);
    expect(await client.request('POST', `/card/login?card=${card}`, body)).toMatchObject({ code: 0 });
  });

  it('accepts names and values that are ambiguous in the modes of the contract', async () => {
    const card = 'A&nonce=x&timestamp=1&=%';
    expect(await client.post('/card/login', { card, device_id: 'D&nonce=1' })).toMatchObject({ code: 0 });
    const odd = { card: 'C1', device_id: 'D1', 'a=b&c\n': '&=%\r\n', '0x': '&', 卡: '值' };
    for (const encoding of ['json', 'form'] as const) {
      expect(await client.post('/card/login', odd, encoding)).toMatchObject({ code: 0 });
    }
  });

  it('refuses the same text split in a different way', async () => {
    const parameters = client.sign({ card: 'C1', device_id: 'D\nmore=1' }, 'POST', '/card/login');
    const { device_id: _, ...rest } = parameters;
    for (const split of [
      { ...rest, device_id: 'D', more: '1' },
      { ...rest, device_id: 'D%0Amore%3D1' },
      { ...rest, 'device_id=D\nmore': '1' },
    ]) {
      await expectRefused(server, 10010, () => client.send('POST', '/card/login', split, 'json'));
    }
    expect(await client.send('POST', '/card/login', parameters, 'json')).toMatchObject({ code: 0 });
  });

  it.each(['md5', 'hmac-sha256'] as const)(
    'refuses a request signed by %s: no downgrade',
    async (sign_mode) => {
      const other = new SignedClient(server.url, { ...client.credentials, sign_mode }, server.clock);
      const login = { card: 'C1', device_id: 'D1' };
      await expectRefused(server, 10010, () => other.post('/card/login', login));
      const plain = await CardApplication.create(server, { settings: { sign_mode } });
      const strict = new SignedClient(
        server.url,
        { ...plain.client.credentials, sign_mode: 'hmac-sha256-path' },
        server.clock,
      );
      await expectRefused(server, 10010, () => strict.post('/card/login', login));
    },
  );

  it('signs answers by digest as HMAC-SHA256 does', async () => {
    const other = await CardApplication.create(server, {
      settings: { sign_mode: 'hmac-sha256-path', response_signature: 'digest' },
    });
    const answer = await other.login();
    expect(answer).toMatchObject({ code: 0, nonce: expect.stringMatching(/^\d{16}$/) });
    expect(answer.sign).toMatch(/^[0-9a-f]{64}$/);
  });
});
