import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { IsNull } from 'typeorm';
import { ResponseNonce } from '@app/auth-signature';
import { ServerState, Session } from '@app/database';
import { ServiceUnavailableError } from '@app/platform';
import { AnswerNonces } from '../../support/answer-nonces.js';
import { responseSignOf } from '../../support/response-signature.js';
import { type Answer, type Parameters, SignedClient } from '../../support/signed-client.js';
import { type ApplicationFile, TestServer } from '../../support/test-server.js';

const CARDS: ApplicationFile = {
  card_types: [{ name: 'Month', duration: { unit: 'days', amount: 30 } }],
  cards: [{ card: 'C1', card_type: 'Month', config: '{"b":"&=","a":"卡"}' }],
};
const LOGIN = { card: 'C1', device_id: 'D1' };

const login = (client: SignedClient, parameters: Parameters = {}) =>
  client.post('/card/login', { ...LOGIN, ...parameters });

describe('Signing of answers', () => {
  const server = TestServer.forSuite();

  describe.each(['md5', 'hmac-sha256'] as const)(
    'of an application with mode %s and the switch on',
    (sign_mode) => {
      const application = { name: `Signs ${sign_mode}`, sign_mode, response_signature: true };
      let client: SignedClient;
      beforeAll(async () => {
        client = await server.client({ ...application, ...CARDS });
        await login(client, { nonce: 'used' });
      });

      it.each<[what: string, code: number, send: () => Promise<Answer>]>([
        ['a success with a result', 0, () => login(client)],
        ['a success with Unicode in its result', 0, () => client.get('/card/config', { card: 'C1' })],
        [
          'a success without a result',
          0,
          () => client.post('/card/config', { card: 'C1', config: '{"b":"&=","a":"卡"}' }),
        ],
        ['a refusal', 10218, () => login(client, { card: 'C9' })],
        ['a repeated nonce', 10014, () => login(client, { nonce: 'used' })],
        ['bad parameters', 400, () => login(client, { device_id: '' })],
      ])('signs %s', async (_, code, send) => {
        const answer = await send();
        expect(answer).toMatchObject({ status: 200, code });
        expect(answer.nonce).toMatch(/^\d{16}$/);
        expect(answer.sign).toBe(responseSignOf(answer, client.credentials));
      });

      it('signs so that no changed answer matches the signature', async () => {
        const answer = await login(client);
        const { credentials } = client;
        for (const change of [
          { code: 1 },
          { message: 'OK' },
          { nonce: `${answer.nonce}0` },
          { result: { ...answer.result, expires_ts: 0 } },
        ]) {
          expect(responseSignOf({ ...answer, ...change }, credentials)).not.toBe(answer.sign);
        }
      });

      it.each<[what: string, code: number, fault: Parameters]>([
        ['a wrong signature', 10010, { sign: '0'.repeat(32) }],
        ['a timestamp that is too old', 10011, { timestamp: 1 }],
        ['a timestamp in the future', 10013, { timestamp: 999_999_999_999 }],
        ['a missing nonce', 400, { nonce: '' }],
        ['a malformed timestamp', 400, { timestamp: 'now' }],
      ])('signs nothing for a caller that did not show the secret: %s', async (_, code, fault) => {
        const answer = await login(client, fault);
        expect(answer).toMatchObject({ status: 200, code });
        expect(answer.text).toMatch(/"nonce":"","sign":""\}$/);
      });

      it('signs nothing while it is disabled', async () => {
        await server.apply({ ...application, enabled: false });
        expect(await login(client)).toMatchObject({ code: 10230, nonce: '', sign: '' });
        await server.apply({ ...application, enabled: true });
      });
    },
  );

  it('leaves nonce and sign empty in unsigned refusals, and omits them from unsigned successes', async () => {
    const client = await server.client({ name: 'Does not sign', ...CARDS });
    const { credentials } = client;
    const unknown = new SignedClient(
      server.url,
      { ...credentials, app_key: 'unknown0000000000000' },
      server.clock,
    );
    for (const refused of [
      await login(client, { card: 'C9' }),
      await login(client, { sign: 'x' }),
      await login(unknown),
      await client.request('POST', '/card/login', 'x', { 'content-type': 'text/plain' }),
      await client.request('GET', '/nope'),
    ]) {
      expect(refused).toMatchObject({ nonce: '', sign: '' });
    }
    const accepted = await login(client);
    expect(accepted).not.toHaveProperty('nonce');
    expect(accepted).not.toHaveProperty('sign');
  });

  it('answers 500 if a request succeeded, but its response cannot be signed; a refusal gets 503', async () => {
    const client = await server.client({ name: 'Without nonces', response_signature: true, ...CARDS });
    const lost = new ServiceUnavailableError('Redis does not answer');
    const failing = jest.spyOn(server.get(ResponseNonce), 'next').mockRejectedValue(lost);
    const unsigned = { nonce: '', sign: '' };
    const succeeded = await login(client);
    const refused = await login(client, { card: 'C9' });
    failing.mockRestore();
    expect(succeeded).toMatchObject({ status: 500, code: 500, ...unsigned });
    expect(refused).toMatchObject({ status: 503, code: 503, ...unsigned });
    expect(refused.headers.get('retry-after')).toBe('1');
    const sessions = await server.dataSource.manager.countBy(Session, { deviceId: 'D1', endedAt: IsNull() });
    expect(sessions).toBeGreaterThan(0);
    expect(await login(client)).toMatchObject({ code: 0 });
  });

  it('follows the switch at once', async () => {
    const client = await server.client({ name: 'Switch', ...CARDS });
    await server.apply({ name: 'Switch', response_signature: true });
    const answer = await login(client);
    expect(answer.sign).toBe(responseSignOf(answer, client.credentials));
    await server.apply({ name: 'Switch', response_signature: false });
    expect(await login(client)).not.toHaveProperty('sign');
  });

  describe('nonce', () => {
    let client: SignedClient;
    beforeAll(async () => {
      client = await server.client({ name: 'Nonces', response_signature: true, ...CARDS });
    });

    it('increases strictly as text of fixed length, for any response and clock', async () => {
      const nonces: string[] = [];
      for (const step of [0, 0, 1, 3600, -1800, -1800]) {
        server.clock.advance(step);
        for (const parameters of [{}, { card: 'C9' }, { device_id: '' }] as Parameters[]) {
          nonces.push((await login(client, parameters)).nonce!);
        }
      }
      expect(new Set(nonces.map((nonce) => nonce.length))).toEqual(new Set([16]));
      expect(new Set(nonces).size).toBe(nonces.length);
      expect(nonces).toEqual(nonces.toSorted());
    });

    it('is one sequence for all applications', async () => {
      const other = await server.client({ name: 'Nonces, other', response_signature: true, ...CARDS });
      const nonces = [await login(client), await login(other), await login(client)].map(
        ({ nonce }) => nonce!,
      );
      expect(nonces).toEqual([...new Set(nonces)].toSorted());
    });

    it('is unique among answers in parallel', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => client.get('/card/config', { card: 'C1' })),
      );
      expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(20);
    });

    it('lets a client with parallel requests accept every genuine response once', async () => {
      const nonces = new AnswerNonces();
      const earlier = await login(client);
      expect(nonces.take(earlier.nonce!, nonces.sent())).toBe(true);
      const ask = async () => {
        const lastWhenSent = nonces.sent();
        const { nonce } = await client.get('/card/config', { card: 'C1' });
        expect(nonces.take(nonce!, lastWhenSent)).toBe(true);
        expect(nonces.take(nonce!, lastWhenSent)).toBe(false);
        // A response replayed to a later request.
        expect(nonces.take(earlier.nonce!, nonces.sent())).toBe(false);
      };
      for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 30 }, ask));
      // Of two responses sent together, the later one may arrive first.
      const [first, second] = [await login(client), await login(client)];
      const before = nonces.sent();
      expect([nonces.take(second.nonce!, before), nonces.take(first.nonce!, before)]).toEqual([true, true]);
    });

    it('keeps increasing after a restart, even with the clock set back', async () => {
      const before = await login(client);
      server.clock.advance(-3600);
      await server.restart();
      const after = await login(new SignedClient(server.url, client.credentials, server.clock));
      expect(after.nonce! > before.nonce!).toBe(true);
    });

    it('keeps increasing after a crash, from the stored reservation', async () => {
      const crashed = server.get(ResponseNonce);
      const given = [await crashed.next(), await crashed.next()];
      server.clock.advance(-3600);
      const successor = new ResponseNonce(server.dataSource, server.clock, undefined);
      await successor.onModuleInit();
      given.push(await successor.next(), await successor.next());
      expect(given).toEqual([...new Set(given)].toSorted());
    });

    it('is reserved before it is used, and the reservation is extended in time', async () => {
      const nonces = server.get(ResponseNonce);
      const reserved = async () => {
        const state = await server.dataSource.manager.findOneByOrFail(ServerState, {
          name: 'response_nonce',
        });
        return Number(state.value);
      };
      for (const step of [0, 20, 20, 20, 3600]) {
        server.clock.advance(step);
        const nonce = Number(await nonces.next());
        expect(await reserved()).toBeGreaterThan(nonce);
      }
    });
  });
});
