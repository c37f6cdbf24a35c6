import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import type { DataSource, EntityManager } from 'typeorm';
import { BlockDirectory, raiseBlocksRevision } from '@app/applications';
import { Application, Block, type BlockKind, inTransaction } from '@app/database';
import { clearBlocks } from '../../support/blocks.js';
import { CardApplication, expectRefused, expectUnchanged } from '../../support/card-application.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { responseSignOf } from '../../support/response-signature.js';
import type { Answer, Parameters, SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';
import { PASSWORD, UserApplication } from '../../support/user-application.js';

interface Rule {
  kind: BlockKind;
  pattern: string;
  /** Application of the block; if omitted, all applications. */
  application?: SignedClient;
  /** End of the block in seconds from now; if omitted, the block has no end. */
  endsInSec?: number;
}

const ADDRESS = '203.0.113.7';
const LOGIN = { card: 'C1', device_id: 'D1' };

const login = (client: SignedClient, parameters: Parameters = {}) =>
  client.post('/card/login', { ...LOGIN, ...parameters });

/** Logs in through a proxy that sends the client's address. */
const loginFrom = (address: string, client: SignedClient, parameters: Parameters = {}) =>
  client.request('POST', '/card/login', JSON.stringify(client.sign({ ...LOGIN, ...parameters })), {
    'content-type': 'application/json',
    'x-forwarded-for': address,
  });

describe('Blocks', () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback' });
  afterEach(() => clearBlocks(server));

  async function insert(
    manager: EntityManager,
    { kind, pattern, application, endsInSec }: Rule,
  ): Promise<void> {
    const now = server.clock.now();
    const of =
      application &&
      (await manager.findOneByOrFail(Application, { appKey: application.credentials.app_key }));
    await manager.insert(Block, {
      kind,
      pattern,
      applicationId: of?.id ?? null,
      reason: 'a test',
      expiresAt: endsInSec === undefined ? null : now + endsInSec * 1000,
      createdAt: now,
      updatedAt: now,
    });
  }

  async function block(...rules: Rule[]): Promise<void> {
    for (const rule of rules) await insert(server.dataSource.manager, rule);
    await server.get(BlockDirectory).refresh();
  }

  describe('of an address', () => {
    let app: CardApplication;
    let client: SignedClient;
    beforeAll(async () => {
      app = await CardApplication.create(server);
      client = app.client;
    });

    it('answers 429 in the envelope and changes nothing', async () => {
      await block({ kind: 'ip', pattern: ADDRESS });
      const answer = await expectUnchanged(server, () => loginFrom(ADDRESS, client));
      expect(answer.status).toBe(429);
      expect(JSON.parse(answer.text)).toEqual({
        code: 429,
        message: 'too many attempts; try again later',
        nonce: '',
        sign: '',
      });
      expect(answer.headers.get('retry-after')).toBe('3600');
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    });

    it.each([
      ['192.0.2.1', '192.0.2.1', 429],
      ['192.0.2.1', '192.0.2.10', 200],
      ['192.0.2.1', '::ffff:192.0.2.1', 429],
      ['192.0.2.0/24', '192.0.2.255', 429],
      ['192.0.2.0/24', '192.0.3.0', 200],
      ['192.0.2.0/24', '::ffff:c000:2ff', 429],
      ['::ffff:192.0.2.1', '192.0.2.1', 429],
      ['2001:db8::1', '2001:0DB8:0::1', 429],
      ['2001:db8::1', '2001:db8::2', 200],
      ['2001:db8::/32', '2001:db8:ffff::1', 429],
      ['2001:db8::/32', '2001:db9::1', 200],
      ['::/0', '192.0.2.1', 200],
      ['127.0.0.1', 'no address', 200],
      ['0.0.0.0', 'no address', 429],
      ['0.0.0.0', '192.0.2.1, ', 429],
      ['no address', '192.0.2.1', 200],
    ])('%s and a client from %s: %d', async (pattern, address, status) => {
      await block({ kind: 'ip', pattern });
      expect(await loginFrom(address, client)).toMatchObject({ status });
    });

    it('takes the address of the connection when no proxy names another', async () => {
      await block({ kind: 'ip', pattern: '127.0.0.0/8' });
      expect(await login(client)).toMatchObject({ status: 429 });
      expect(await loginFrom('192.0.2.1', client)).toMatchObject({ status: 200 });
    });

    it.each([
      [1, '1'],
      [90.5, '91'],
      [3600, '3600'],
      [3601, '3600'],
    ])('that ends in %d s says Retry-After %s and ends then', async (endsInSec, retryAfter) => {
      await block({ kind: 'ip', pattern: ADDRESS, endsInSec });
      const answer = await loginFrom(ADDRESS, client);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, retryAfter]);
      server.clock.advance(endsInSec - 0.001);
      const last = await loginFrom(ADDRESS, client);
      expect([last.status, last.headers.get('retry-after')]).toEqual([429, '1']);
      server.clock.advance(0.001);
      expect(await loginFrom(ADDRESS, client)).toMatchObject({ status: 200, code: 0 });
    });

    it('reports the end of the block that ends last, if there are several', async () => {
      await block(
        { kind: 'ip', pattern: ADDRESS, endsInSec: 10 },
        { kind: 'ip', pattern: '203.0.113.0/24', endsInSec: 30 },
        { kind: 'ip', pattern: '203.0.0.0/16', endsInSec: 20 },
      );
      expect((await loginFrom(ADDRESS, client)).headers.get('retry-after')).toBe('30');
    });

    describe('for all applications', () => {
      it.each<[what: string, unblocked: number, type: string, body: () => string]>([
        ['an unsupported content type', 415, 'text/plain', () => 'x'],
        ['a body that is too large', 413, 'application/json', () => 'x'.repeat(300 * 1024)],
        ['a body that is not JSON', 200, 'application/json', () => '{'],
        [
          'an unknown application',
          200,
          'application/json',
          () => signed({ app_key: 'unknown0000000000000' }),
        ],
        ['missing parameters', 200, 'application/json', () => '{}'],
        ['a wrong signature', 200, 'application/json', () => signed({ sign: '0'.repeat(32) })],
      ])('is checked before %s', async (_, unblocked, type, body) => {
        const send = () =>
          client.request('POST', '/card/login', body(), {
            'content-type': type,
            'x-forwarded-for': ADDRESS,
          });
        expect(await send()).toMatchObject({ status: unblocked });
        await block({ kind: 'ip', pattern: ADDRESS });
        expect(await send()).toMatchObject({ status: 429, code: 429 });
      });
      const signed = (parameters: Parameters) => JSON.stringify(client.sign({ ...LOGIN, ...parameters }));

      it('is answered before the body has arrived', async () => {
        await block({ kind: 'ip', pattern: '127.0.0.1' });
        const request = httpRequest(`${server.url}/api/client/v1/card/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': 100 },
        });
        request.flushHeaders();
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        expect(response.statusCode).toBe(429);
        expect(await json(response)).toMatchObject({ code: 429 });
        request.destroy();
      });
    });

    describe('for one application', () => {
      let signing: CardApplication;
      beforeAll(async () => {
        signing = await CardApplication.create(server, {
          settings: { language: 'zh-CN', response_signature: true },
        });
      });

      it('does not apply to another application', async () => {
        await block({ kind: 'ip', pattern: ADDRESS, application: signing.client });
        expect(await loginFrom(ADDRESS, signing.client)).toMatchObject({ status: 429 });
        expect(await loginFrom(ADDRESS, client)).toMatchObject({ status: 200, code: 0 });
      });

      it('is answered in the form of the application, unsigned', async () => {
        await block({ kind: 'ip', pattern: ADDRESS, application: signing.client, endsInSec: 5 });
        const answer = await expectUnchanged(server, () => loginFrom(ADDRESS, signing.client));
        expect(JSON.parse(answer.text)).toEqual({
          code: 429,
          message: '尝试次数过多，请稍后再试',
          nonce: '',
          sign: '',
        });
        expect(answer.headers.get('retry-after')).toBe('5');
      });

      it.each<[fault: string, parameters: Parameters, unblocked: number, blocked: number]>([
        ['a missing nonce', { nonce: '' }, 400, 400],
        ['an unknown application', { app_key: 'unknown0000000000000' }, 10230, 10230],
        ['a timestamp in the future', { timestamp: 999_999_999_999 }, 10013, 429],
        ['a timestamp that is too old', { timestamp: 1 }, 10011, 429],
        ['a wrong signature', { sign: '0'.repeat(32) }, 10010, 429],
      ])('with %s %j: %d becomes %d', async (_, parameters, unblocked, blocked) => {
        const send = () => loginFrom(ADDRESS, client, parameters);
        expect(await send()).toMatchObject({ code: unblocked });
        await block({ kind: 'ip', pattern: ADDRESS, application: client });
        expect(await send()).toMatchObject({ code: blocked });
      });
    });

    it.each(['all', 'one'])('for %s does not use up the nonce', async (scope) => {
      const nonce = randomUUID();
      await block({
        kind: 'ip',
        pattern: ADDRESS,
        endsInSec: 1,
        ...(scope === 'one' && { application: client }),
      });
      expect(await loginFrom(ADDRESS, client, { nonce })).toMatchObject({ status: 429 });
      server.clock.advance(1);
      expect(await loginFrom(ADDRESS, client, { nonce })).toMatchObject({ code: 0 });
    });
  });

  describe('of a card, user or device', () => {
    let app: UserApplication;
    let client: SignedClient;
    let other: UserApplication;
    beforeAll(async () => {
      const variables = [{ key: 'protected', value: '1', card_auth: true }];
      const file = { cards: ['C1', 'C2', 'C3'], settings: { variables, trial: 'once' } };
      [app, other] = [
        await UserApplication.withAlice(server, file),
        await UserApplication.withAlice(server, file),
      ];
      client = app.ofCards.client;
      for (const { ofCards } of [app, other]) await ofCards.open('D1', 'C2');
    });

    /** Requests with each blockable name in each parameter. As long as nothing is blocked, all of them succeed. */
    const NAMED: [what: string, kind: BlockKind, name: string, send: (client: SignedClient) => Promise<Answer>][] =
      [
        ['card', 'card', 'C2', (client) => login(client, { card: 'C2' })],
        ['card of a configuration', 'card', 'C2', (client) => client.get('/card/config', { card: 'C2' })],
        ['use_card', 'card', 'C3', (client) => client.post('/card/recharge', { card: 'C2', use_card: 'C3' })],
        ['kami', 'card', 'C2', (client) => client.get('/remote/variables/protected', { kami: 'C2' })],
        ['username', 'user', 'alice', (client) => client.post('/user/login', { username: 'alice', password: PASSWORD, device_id: 'D1' })],
        ['user', 'user', 'alice', (client) => client.get('/user/config', { user: 'alice' })],
        ['device_id of a card', 'device', 'D1', (client) => login(client, { card: 'C2' })],
        ['device_id of a trial', 'device', 'D1', (client) => client.post('/trial/login', { device_id: 'D1' })],
        ['username of a password', 'user', 'alice', (client) => client.post('/user/password', { username: 'alice', password: PASSWORD, new_password: PASSWORD })],
        ['device_id of a user', 'device', 'D1', (client) => client.post('/user/login', { username: 'alice', password: PASSWORD, device_id: 'D1' })],
      ]; // prettier-ignore

    it.each(NAMED)('refuses %s with 10212 and changes nothing', async (_, kind, pattern, send) => {
      await block({ kind, pattern });
      const answer = await expectRefused(server, 10212, () => send(client));
      expect(answer.message).toBe('blocked by the administrator');
    });

    it.each(NAMED)('of one application does not apply to another: %s', async (_, kind, pattern, send) => {
      await block({ kind, pattern, application: client });
      await expectRefused(server, 10212, () => send(client));
      expect(await send(other.ofCards.client)).toMatchObject({ code: 0 });
    });

    it.each<[kind: BlockKind, pattern: string, parameters: Parameters, code: number]>([
      ['card', 'C2', { card: 'C2' }, 10212],
      ['card', 'C*', { card: 'C2' }, 10212],
      ['card', '*2', { card: 'C2' }, 10212],
      ['card', '*', { card: 'C2' }, 10212],
      ['card', 'C2*', { card: 'C2' }, 10212],
      ['card', 'c2', { card: 'C2' }, 0],
      ['card', 'c*', { card: 'C2' }, 0],
      ['card', 'C', { card: 'C2' }, 0],
      ['card', 'C.', { card: 'C2' }, 0],
      ['card', 'C?', { card: 'C2' }, 0],
      ['card', '*a*a*a*b', { card: 'C2' }, 0],
      ['device', 'D1', { card: 'C2' }, 10212],
      ['device', 'd1', { card: 'C2' }, 0],
      ['device', 'D*', { card: 'C2' }, 0],
      ['device', '*', { card: 'C2' }, 0],
      // A block only matches names of its own kind.
      ['user', 'C2', { card: 'C2' }, 0],
      ['card', 'D1', { card: 'C2' }, 0],
      ['device', 'C2', { card: 'C2' }, 0],
      ['ip', 'C2', { card: 'C2' }, 0],
    ])('%s %s and %j: %d', async (kind, pattern, parameters, code) => {
      await block({ kind, pattern });
      expect(await login(client, parameters)).toMatchObject({ status: 200, code });
    });

    it.each([
      ['ali*', 10212],
      ['*', 10212],
      ['Ali*', 0],
    ])('user %s and alice: %d', async (pattern, code) => {
      await block({ kind: 'user', pattern });
      expect(await app.login()).toMatchObject({ status: 200, code });
    });

    it('treats an empty kami as no card', async () => {
      await block({ kind: 'card', pattern: '*' });
      const read = (kami: string) => client.get('/remote/variables/protected', { kami });
      expect(await read('')).toMatchObject({ code: 10502 });
      expect(await read('C2')).toMatchObject({ code: 10212 });
    });

    it.each<[kind: BlockKind, pattern: string]>([
      ['card', 'C2'],
      ['card', 'C*'],
      ['device', 'D1'],
    ])('%s %s ends at its time', async (kind, pattern) => {
      await block({ kind, pattern, endsInSec: 60 });
      const send = () => login(client, { card: 'C2' });
      server.clock.advance(59.999);
      expect(await send()).toMatchObject({ code: 10212 });
      server.clock.advance(0.001);
      expect(await send()).toMatchObject({ code: 0 });
    });

    it('follows the block that ends last', async () => {
      await block(
        { kind: 'card', pattern: 'C2' },
        { kind: 'card', pattern: 'C2', endsInSec: -1 },
        { kind: 'card', pattern: 'C2', application: client, endsInSec: 1 },
      );
      server.clock.advance(1);
      expect(await login(client, { card: 'C2' })).toMatchObject({ code: 10212 });
    });

    it('refuses a heartbeat and leaves the session unchanged', async () => {
      const token = await app.ofCards.open('D1', 'C2');
      await block({ kind: 'card', pattern: 'C2', endsInSec: 60 });
      await expectRefused(server, 10212, () => app.ofCards.heartbeat(token, 'C2'));
      server.clock.advance(60);
      expect(await app.ofCards.lives(token, 'C2')).toBe(true);
    });

    describe('is checked', () => {
      const NAMES: Rule[] = [
        { kind: 'card', pattern: 'C2' },
        { kind: 'device', pattern: 'D1' },
      ];
      const send = (parameters: Parameters) => login(client, { card: 'C2', ...parameters });

      it.each<[code: number, fault: string, parameters: () => Parameters]>([
        [400, 'a missing nonce', () => ({ nonce: '' })],
        [10230, 'an unknown application', () => ({ app_key: 'unknown0000000000000' })],
        [10013, 'a timestamp in the future', () => ({ timestamp: 999_999_999_999 })],
        [10011, 'a timestamp that is too old', () => ({ timestamp: 1 })],
        [10010, 'a wrong signature', () => ({ sign: '0'.repeat(32) })],
        [10014, 'a used nonce', () => ({ nonce: 'used' })],
      ])(
        'after the check that answers %d, so that callers without the secret do not learn of the block: %s',
        async (code, _, parameters) => {
          await send({ nonce: 'used' });
          await block(...NAMES);
          expect(await send(parameters())).toMatchObject({ status: 200, code });
        },
      );

      it.each<[code: number, fault: string, parameters: Parameters]>([
        [400, 'a parameter that is too long', { token: 'x', device_id: 'D1', card: 'C2'.repeat(40) }],
        [10218, 'an unknown card', { card: 'C9' }],
      ])('before the check that answers %d: %s', async (code, _, parameters) => {
        expect(await send(parameters)).toMatchObject({ code });
        await block(...NAMES);
        expect(await send(parameters)).toMatchObject({ code: 10212 });
      });

      it('after the nonce was consumed', async () => {
        const nonce = randomUUID();
        await block({ kind: 'card', pattern: 'C2', endsInSec: 1 });
        expect(await send({ nonce })).toMatchObject({ code: 10212 });
        server.clock.advance(1);
        expect(await send({ nonce })).toMatchObject({ code: 10014 });
      });

      it('after a blocked address', async () => {
        await block(...NAMES, { kind: 'ip', pattern: ADDRESS });
        expect(await loginFrom(ADDRESS, client, { card: 'C2' })).toMatchObject({ code: 429 });
      });
    });

    it('answers in the language of the application, signed', async () => {
      const signing = await CardApplication.create(server, {
        settings: { language: 'zh-CN', response_signature: true },
      });
      await block({ kind: 'card', pattern: 'C1' });
      const answer = await signing.login();
      expect(answer).toMatchObject({ status: 200, code: 10212, message: '已被管理员封禁' });
      expect(answer.sign).toBe(responseSignOf(answer, signing.client.credentials));
    });
  });

  describe('made by another process', () => {
    let app: CardApplication;
    let elsewhere: DataSource;
    const cards = Array.from({ length: 20 }, (_, i) => `C${i}`);
    beforeAll(async () => {
      app = await CardApplication.create(server, { cards });
      elsewhere = await openTestDataSource(server.database.environment);
    });
    afterAll(() => elsewhere.destroy());

    const change = (work: (manager: EntityManager) => Promise<unknown>, dataSource = elsewhere) =>
      inTransaction(dataSource, async (manager) => {
        await work(manager);
        await raiseBlocksRevision(manager);
      });
    /** Runs the scheduled job that the server runs every second. */
    const aSecond = () => server.get(BlockDirectory).watch();
    const codeOf = async (card: string) => (await app.login('D1', card)).code;

    it('is noticed within a second, and so is its end', async () => {
      await change((manager) => insert(manager, { kind: 'card', pattern: 'C1' }));
      await aSecond();
      expect(await codeOf('C1')).toBe(10212);
      await change((manager) => manager.update(Block, { pattern: 'C1' }, { pattern: 'C2' }));
      await aSecond();
      expect([await codeOf('C1'), await codeOf('C2')]).toEqual([0, 10212]);
      await change((manager) => manager.delete(Block, { pattern: 'C2' }));
      await aSecond();
      expect(await codeOf('C2')).toBe(0);
    });

    it('is noticed when many are created at once, including the very first block', async () => {
      await elsewhere.query("DELETE FROM server_state WHERE name = 'blocks_revision'");
      await aSecond();
      await Promise.all(
        cards.map((pattern) => change((manager) => insert(manager, { kind: 'card', pattern }))),
      );
      await aSecond();
      expect(await Promise.all(cards.map(codeOf))).toEqual(cards.map(() => 10212));
    });

    it('is noticed even if it waited for another commit', async () => {
      let second: Promise<void> | undefined;
      await change(async (manager) => {
        await raiseBlocksRevision(manager);
        second = change((manager) => insert(manager, { kind: 'card', pattern: 'C2' }), server.dataSource);
        await insert(manager, { kind: 'card', pattern: 'C1' });
      });
      await aSecond();
      expect(await codeOf('C1')).toBe(10212);
      await second;
      await aSecond();
      expect(await codeOf('C2')).toBe(10212);
    });

    it('does not apply if its transaction was rolled back', async () => {
      await expect(
        change(async (manager) => {
          await insert(manager, { kind: 'card', pattern: 'C1' });
          throw new Error('rolled back');
        }),
      ).rejects.toThrow('rolled back');
      await aSecond();
      expect(await codeOf('C1')).toBe(0);
    });

    it('is read only when the revision has changed', async () => {
      await insert(elsewhere.manager, { kind: 'card', pattern: 'C1' });
      await aSecond();
      expect(await codeOf('C1')).toBe(0);
    });

    it('still applies after a restart', async () => {
      await insert(elsewhere.manager, { kind: 'card', pattern: 'C1' });
      await server.restart();
      expect(await app.reconnect().login()).toMatchObject({ code: 10212 });
    });
  });
});
