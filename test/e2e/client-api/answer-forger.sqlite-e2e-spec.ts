import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { AdminClient } from '../../support/admin-client.js';
import { AnswerVerifier, type SentRequest } from '../../support/answer-verifier.js';
import { type Exchange, KeyApplication } from '../../support/key-application.js';
import { boundNonce, type Parameters, SignedClient } from '../../support/signed-client.js';
import { acceptTicket } from '../../support/ticket.js';
import { TestServer } from '../../support/test-server.js';

const PREFIX = '/api/client/v1';
const LOGIN = { card: 'C1', device_id: 'D1' };

interface Envelope {
  code: number;
  message: string;
  result?: Record<string, string | number>;
  time: number;
  kid: string;
  sign: string;
}

/**
 * A forger has every answer of a session, and the application's secret, which is in every client. It tries to make a
 * client accept an answer that the server did not give to this request.
 */
describe('A forger of signed answers', () => {
  const server = TestServer.forSuite();
  let app: KeyApplication;
  let verifier: AnswerVerifier;
  /** All recorded requests and answers. */
  let recorded: Exchange[];
  let login: Exchange;

  beforeAll(async () => {
    app = await KeyApplication.create(server, { name: 'Victim', functions: [{ name: 'echo', source: 'function echo(x) { return x; }' }] }); // prettier-ignore
    ({ verifier } = app);
    login = await app.ask('POST', '/card/login', LOGIN);
    const session = { card: 'C1', token: login.answer.result!.token! };
    recorded = [login];
    for (const [method, path, parameters] of [
      ['POST', '/card/heartbeat', session],
      ['POST', '/card/heartbeat', session],
      ['POST', '/card/config', { card: 'C1', config: '{"a":"b=c"}' }],
      ['GET', '/card/config', { card: 'C1' }],
      ['GET', '/remote/variables/%E5%80%BC', {}],
      ['POST', '/card/login', { ...LOGIN, card: 'C9' }],
      ['POST', '/card/login', { ...LOGIN, device_id: '' }],
      ['POST', '/card/logout', session],
    ] as const) {
      recorded.push(await app.ask(method, path, parameters));
    }
  });

  const sent = (path = `${PREFIX}/card/login`, method = 'POST'): SentRequest => ({
    method,
    path,
    nonce: randomUUID(),
  });
  const parsed = ({ answer }: Exchange) => JSON.parse(answer.text) as Envelope;
  const expectRefused = (request: SentRequest, forged: object) =>
    expect([forged, verifier.accepts(request, JSON.stringify(forged))]).toEqual([forged, false]);

  it('has answers that a client accepts once, to their own request', () => {
    for (const { accepted } of recorded) expect(accepted).toBe(true);
  });

  it('cannot play a recorded answer to any other request', () => {
    for (const { method, path, answer } of recorded) {
      // A new request to the same endpoint, as a restarted client would send it.
      expect(verifier.accepts(sent(path, method), answer.text)).toBe(false);
      for (const other of recorded) {
        if (other.answer === answer) continue;
        expect(verifier.accepts(other, answer.text)).toBe(false);
      }
    }
  });

  it('cannot answer a request with the answer to another endpoint, method, spelling of the path or nonce', () => {
    const { path, nonce, answer } = login;
    for (const request of [
      { method: 'POST', path: `${PREFIX}/card/heartbeat`, nonce },
      { method: 'GET', path, nonce },
      { method: 'POST', path: `${path}/`, nonce },
      { method: 'POST', path: path.replace('login', '%6Cogin'), nonce },
      { method: 'POST', path, nonce: nonce.toUpperCase() },
      { method: 'POST', path, nonce: `${nonce}\n` },
    ]) {
      expect(verifier.accepts(request, answer.text)).toBe(false);
    }
  });

  it('cannot change any member, even if it signs the answer with the secret that every client contains', () => {
    const { app_secret } = app.client.credentials;
    const right = parsed(login);
    const text = JSON.stringify(right);
    for (const forged of [
      { ...right, code: 1 },
      { ...right, code: '00' },
      { ...right, message: 'OK' },
      { ...right, time: right.time + 1 },
      { ...right, time: undefined },
      { ...right, result: { ...right.result, expires_ts: 4_102_415_999 } },
      { ...right, result: { ...right.result, extra: '' } },
      { ...right, result: undefined },
      { ...right, kid: 'another' },
      { ...right, kid: '__proto__' },
      { ...right, kid: undefined },
      { ...right, sign: undefined },
      { ...right, sign: '' },
      { ...right, sign: createHash('md5').update(text + app_secret).digest('hex') }, // prettier-ignore
      { ...right, sign: createHmac('sha256', app_secret).update(text).digest('base64url') },
      { ...right, sign: sign(null, Buffer.from(text), generateKeyPairSync('ed25519').privateKey).toString('base64url') }, // prettier-ignore
      { code: 0, message: 'ok', result: right.result, nonce: '', sign: '' },
      { code: 0, message: 'ok', result: right.result },
    ]) {
      expectRefused(login, forged);
    }
    expect(verifier.accepts(login, text)).toBe(true);
  });

  it('cannot shift text between members, names, values, message and nonce', async () => {
    const right = parsed(login);
    const entries = Object.entries(right.result!);
    const members = (all: [string, string | number][]) => Object.fromEntries(all);
    const [[first, value], [second, other]] = entries as [
      [string, string | number],
      [string, string | number],
    ];
    for (const result of [
      // Two members joined into one, and one member split into two.
      members([[first, `${value}\n${second}=${other}`], ...entries.slice(2)]),
      members([[`${first}=${value}\n${second}`, other], ...entries.slice(2)]),
      members([[`${first}=`, String(value).slice(1)], ...entries.slice(1)]),
      members([[`${first}%3D${value}`, ''], ...entries.slice(1)]),
      members([[first, `${String(value)}%0A${second}=${other}`], ...entries.slice(2)]),
    ]) {
      expectRefused(login, { ...right, result });
    }
    expectRefused(login, { ...right, message: `ok\n${first}=${value}`, result: members(entries.slice(1)) });
    const { method, path, nonce } = login;
    expectRefused({ method, path, nonce: `${nonce}\n${right.time}` }, { ...right, time: right.code });
    expectRefused({ method, path: `${path}\n${nonce}`, nonce: String(right.time) }, right);

    // The server signs a value that the forger chose and that looks like signed members. No client may accept this
    // signature for a result with these members.
    const escaped = 'x%0Aexpires_ts=1\nexpires_ts=2%25';
    const echoed = await app.ask('POST', '/remote/functions/echo/call', {
      params: JSON.stringify([escaped]),
    });
    expect(echoed.accepted).toBe(true);
    const answer = parsed(echoed);
    expect(JSON.parse(String(answer.result!.return))).toBe(escaped);
    for (const result of [
      { expires_ts: 2, return: '"x' },
      { return: '"x\nexpires_ts=1', expires_ts: '2%25"' },
      { return: `"${escaped}"` },
    ]) {
      expectRefused(echoed, { ...answer, result });
    }
  });

  it('cannot use a refusal as a success, nor the reasons of a refusal as a result', () => {
    const refused = recorded.find(({ answer }) => answer.code === 400)!;
    const { answer } = refused;
    const { code, message, errs, time, kid, sign } = answer;
    expectRefused(refused, { code: 0, message: 'ok', result: errs, time, kid, sign });
    expectRefused(refused, { code, message, time, kid, sign });
    expectRefused(refused, { code: 0, message: 'ok', time, kid, sign });
  });

  it('cannot use a ticket as an answer, nor an answer as a ticket, though one key signs both', async () => {
    const tickets = await KeyApplication.create(server, {
      name: 'Tickets',
      card_types: [{ name: 'Month', duration: { unit: 'days', amount: 30 }, offline_hours: 24 }],
    });
    const { answer: opened } = await tickets.ask('POST', '/card/login', LOGIN);
    const session = { card: 'C1', token: opened.result!.token! };
    const exchange = await tickets.ask('POST', '/card/ticket', session);
    const [header, payload, signature] = String(exchange.answer.result!.ticket).split('.') as [
      string,
      string,
      string,
    ];
    const { time, kid } = parsed(exchange);
    for (const message of ['ok', payload, `${header}.${payload}`]) {
      for (const result of [undefined, { ticket: payload }, {}]) {
        const forged = { code: 0, message, result, time, kid, sign: signature };
        expect(tickets.verifier.accepts(exchange, JSON.stringify(forged))).toBe(false);
      }
    }
    const { app_key, key_id, public_key } = tickets.file;
    const holder = { keys: { [key_id!]: public_key! }, app_key: app_key!, device_id: 'D1', now: time };
    expect(acceptTicket(`${header}.${payload}.${signature}`, holder)).toBeDefined();
    for (const { answer } of [exchange, opened, ...recorded].map((each) =>
      'answer' in each ? each : { answer: each },
    )) {
      expect(acceptTicket(`${header}.${payload}.${answer.sign}`, holder)).toBeUndefined();
    }
  });

  describe('that relays requests with its own card', () => {
    let sold: KeyApplication;
    let own: { card: string; token: string };
    beforeAll(async () => {
      sold = await KeyApplication.create(server, {
        name: 'Relayed',
        card_types: [{ name: 'Month', duration: { unit: 'days', amount: 30 }, max_devices: 0, max_sessions: 0, uses: 100 }], // prettier-ignore
        variables: [{ key: 'paid', value: 'v', card_auth: true }],
      });
      const opened = await sold.ask('POST', '/card/login', LOGIN);
      own = { card: 'C1', token: String(opened.answer.result!.token) };
    });

    /** The request of a victim without a card, and the request that the relay sends instead. The relay has a card. */
    const requests: [method: string, path: string, asked: Parameters, relayed: () => Parameters][] = [
      ['POST', '/card/login', { card: 'NONE', device_id: 'V' }, () => LOGIN],
      ['POST', '/card/heartbeat', { card: 'NONE', token: 'T' }, () => own],
      [
        'POST',
        '/card/consume',
        { card: 'NONE', token: 'T', amount: 90, request_id: 'V' },
        () => ({ ...own, amount: 1, request_id: randomUUID() }),
      ],
      ['GET', '/remote/variables/paid', { kami: 'NONE' }, () => ({ kami: 'C1' })],
    ];

    /** Signs a request with the secret and sends it, like the relay. */
    const relay = async (method: string, path: string, parameters: Parameters, nonce: string) => {
      const signed = sold.client.sign({ ...parameters, nonce }, method, path);
      return sold.client.send(method, path, signed, method === 'GET' ? 'query' : 'form');
    };

    it.each(requests)('%s %s: succeeds if the nonce is not bound', async (method, path, asked, relayed) => {
      // Such a client binds an answer only to the method, path and nonce of its request, and not to the parameters.
      const nonce = String(sold.client.sign(asked, method, path).nonce);
      const answer = await relay(method, path, relayed(), nonce);
      expect(sold.verified(method, path, nonce, answer)).toMatchObject({
        answer: { code: 0 },
        accepted: true,
      });
    });

    it.each(requests)('%s %s: fails if the nonce is bound', async (method, path, asked, relayed) => {
      const { url, credentials } = sold.client;
      const victim = new SignedClient(url, credentials, server.clock, { boundNonces: true });
      const request = victim.sign(asked, method, path);
      const nonce = String(request.nonce);
      // The relay uses the victim's nonce. The server refuses the request, and the victim detects the refusal.
      const theirs = relayed();
      const refused = await relay(method, path, theirs, nonce);
      expect(refused).toMatchObject({ code: 400, errs: { nonce: expect.any(String) } });
      expect(refused).not.toHaveProperty('result');
      // The server accepts these nonces, but they are not the victim's.
      const random = nonce.slice(3, 15);
      for (const other of [
        boundNonce(sold.client.sign(theirs), method, path, random),
        nonce.slice(0, -1),
        nonce.slice(0, 15),
        nonce.toUpperCase(),
        ` ${nonce.slice(1)}`,
      ]) {
        const answer = await relay(method, path, theirs, other);
        expect(answer.code).toBe(0);
        expect(sold.verified(method, path, nonce, answer).accepted).toBe(false);
      }
      // The victim's unchanged request gets its correct answer.
      const honest = await victim.send(method, path, request, method === 'GET' ? 'query' : 'form');
      expect(sold.verified(method, path, nonce, honest).accepted).toBe(true);
      expect([10214, 10218, 10502]).toContain(honest.code);
    });
  });

  it('cannot use answers of another application, which has another key', async () => {
    const other = await KeyApplication.create(server, { name: 'Own' });
    const { method, path, nonce } = sent();
    // The forger signs the victim's request with the secret of the forger's application, and passes on the answer.
    const { answer, accepted } = await other.ask('POST', '/card/login', { ...LOGIN, nonce });
    expect(accepted).toBe(true);
    expect(verifier.accepts({ method, path, nonce }, answer.text)).toBe(false);
    const relabelled = { ...(JSON.parse(answer.text) as Envelope), kid: app.file.key_id };
    expectRefused({ method, path, nonce }, relabelled);
  });

  it('cannot have the server sign a success that it did not give, even with the secret', async () => {
    const nonce = randomUUID();
    // The message and reasons of a refusal quote parameters that the forger chose.
    const name = `0\nok\nexpires_ts=9`;
    const path = '/card/login';
    const parameters = app.client.sign({ ...LOGIN, nonce, [name]: '1', device_id: '' }, 'POST', path);
    const { answer } = app.verified(
      'POST',
      path,
      nonce,
      await app.client.send('POST', path, parameters, 'json'),
    );
    expect(answer.code).toBe(400);
    const { time, kid, sign } = JSON.parse(answer.text) as Envelope;
    for (const result of [{ expires_ts: 9 }, answer.errs!, {}]) {
      expectRefused({ method: 'POST', path: `${PREFIX}${path}`, nonce }, { code: 0, message: 'ok', result, time, kid, sign }); // prettier-ignore
    }
  });

  it('cannot use a key that was stolen, once clients no longer list it', async () => {
    const admin = await AdminClient.owner(server);
    const victim = await KeyApplication.create(server, { name: 'Rotates' });
    const { body } = await admin.list<{ id: number; name: string }>('/applications');
    const { id } = body.find(({ name }) => name === 'Rotates')!;
    await admin.post(`/applications/${id}/rotate-signing-key`, { overlapHours: 1 });
    /** Returns the keys that a client built now would trust. */
    const listed = async () => {
      const { publicKey, keyId, previousKeyId, previousPublicKey, previousPublicKeyUntil } = (
        await admin.get<Record<string, string> & { previousPublicKeyUntil: number }>(`/applications/${id}`)
      ).body;
      const inOverlap = previousPublicKeyUntil > server.clock.now();
      return new AnswerVerifier({
        [keyId!]: publicKey!,
        ...(inOverlap && { [previousKeyId!]: previousPublicKey! }),
      });
    };
    const exchange = await victim.ask('POST', '/card/login', LOGIN);
    const before = await listed();
    expect(before.accepts(exchange, exchange.answer.text)).toBe(true);
    // An answer that was recorded before the rotation, with its own request.
    const recordedBefore = login;
    expect(before.accepts(recordedBefore, recordedBefore.answer.text)).toBe(false);
    server.clock.advance(3600);
    const after = await listed();
    const current = await victim.ask('POST', '/card/login', LOGIN);
    expect(after.accepts(current, current.answer.text)).toBe(true);
  });
});
