import { describe, expect, it } from '@jest/globals';
import { RemoteData } from '@app/database';
import { CardApplication, type CardApplicationFile, expectRefused } from '../../support/card-application.js';
import { codes, MANY, many, numbered } from '../../support/race.js';
import type { Answer, Encoding, Parameters } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

const MAX_BYTES = 65_536;
const OF_C1 = { scope: 'card', kami: 'C1' };

const get = (app: CardApplication, key = 'k', parameters: Parameters = {}) =>
  app.client.get(`/remote/data/${key}`, parameters);
const post = (app: CardApplication, key: string, parameters: Parameters, encoding?: Encoding) =>
  app.client.post(`/remote/data/${key}`, parameters, encoding);
const create = (app: CardApplication, key = 'k', value = 'v', parameters: Parameters = {}) =>
  post(app, key, { action: 'create', value, ...parameters });
const update = (app: CardApplication, key = 'k', value = 'v', parameters: Parameters = {}) =>
  post(app, key, { action: 'update', value, ...parameters });
const remove = (app: CardApplication, key = 'k', parameters: Parameters = {}, encoding?: Encoding) =>
  app.client.delete(`/remote/data/${key}`, parameters, encoding);

type Send = (app: CardApplication, parameters: Parameters, key?: string) => Promise<Answer>;

/** Each operation on a key, with valid parameters. */
const OPERATIONS: { operation: string; send: Send }[] = [
  { operation: 'GET', send: (app, parameters, key) => get(app, key, parameters) },
  { operation: 'POST create', send: (app, parameters, key) => create(app, key, 'new', parameters) },
  { operation: 'POST update', send: (app, parameters, key) => update(app, key, 'new', parameters) },
  { operation: 'DELETE', send: (app, parameters, key) => remove(app, key, parameters) },
];

describe('/remote/data/:key', () => {
  const server = TestServer.forSuite();

  const application = (file?: CardApplicationFile) => CardApplication.create(server, file);
  const read = async (app: CardApplication, key = 'k', parameters: Parameters = {}) => {
    const { code, result } = await get(app, key, parameters);
    return code === 0 ? result!.value : code;
  };
  const rows = async (app: CardApplication) => {
    const { applicationId } = await app.row();
    return server.dataSource
      .getRepository(RemoteData)
      .find({ where: { applicationId }, order: { id: 'ASC' } });
  };

  it('is created, read, updated and deleted', async () => {
    const app = await application();
    for (const answer of [await create(app, 'k', 'one'), await update(app, 'k', 'two')]) {
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toEqual({ code: 0, message: 'ok' });
    }
    expect(JSON.parse((await get(app)).text)).toEqual({ code: 0, message: 'ok', result: { value: 'two' } });
    const deleted = await remove(app);
    expect(deleted.status).toBe(200);
    expect(JSON.parse(deleted.text)).toEqual({ code: 0, message: 'ok' });
    expect(await get(app)).toMatchObject({ code: 10521 });
    expect(await create(app, 'k', 'three')).toMatchObject({ code: 0 });
    expect(await read(app)).toBe('three');
  });

  it('stores the times of creation and update', async () => {
    const app = await application();
    const createdAt = server.clock.now();
    await create(app);
    server.clock.advance(60);
    const updatedAt = server.clock.now();
    await update(app, 'k', 'w');
    const { applicationId } = await app.row();
    expect(await rows(app)).toEqual([
      expect.objectContaining({
        applicationId,
        scope: 'app',
        ownerId: 0,
        key: 'k',
        value: 'w',
        createdAt,
        updatedAt,
      }),
    ]);
  });

  it('without a scope is of the scope app', async () => {
    const app = await application();
    await create(app, 'k', 'v', { scope: 'app' });
    expect(await read(app)).toBe('v');
    await update(app, 'k', 'w');
    expect(await read(app, 'k', { scope: 'app' })).toBe('w');
  });

  it('of the scope app ignores kami', async () => {
    const app = await application();
    for (const kami of ['', 'C1', 'nope', ' C1', 'c'.repeat(65)]) {
      expect(await create(app, 'k', kami, { kami })).toMatchObject({ code: 0 });
      expect(await read(app, 'k', { kami })).toBe(kami);
      expect(await remove(app, 'k', { kami })).toMatchObject({ code: 0 });
    }
  });

  it('updates to the same value again and again, in the same moment too', async () => {
    const app = await application();
    await create(app, 'k', 'same');
    for (let i = 0; i < 3; i++) expect(await update(app, 'k', 'same')).toMatchObject({ code: 0 });
    server.clock.advance(1);
    expect(await update(app, 'k', 'same')).toMatchObject({ code: 0 });
    expect(await read(app)).toBe('same');
  });

  describe('refusals', () => {
    it('10521: reading, updating or deleting a missing key', async () => {
      const app = await application();
      for (const send of [() => get(app), () => update(app), () => remove(app)]) {
        await expectRefused(server, 10521, send);
      }
      await create(app);
      await remove(app);
      for (const send of [() => get(app), () => update(app), () => remove(app)]) {
        await expectRefused(server, 10521, send);
      }
    });

    it('10522: creating an existing key, also with the same value', async () => {
      const app = await application();
      await create(app, 'k', 'first');
      await expectRefused(server, 10522, () => create(app, 'k', 'second'));
      await expectRefused(server, 10522, () => create(app, 'k', 'first'));
      expect(await read(app)).toBe('first');
    });

    it.each(OPERATIONS)('400: $operation with the scope user, which is reserved', async ({ send }) => {
      const app = await application();
      for (const parameters of [{ scope: 'user' }, { scope: 'user', kami: 'C1' }] as Parameters[]) {
        const answer = await expectRefused(server, 400, () => send(app, parameters));
        expect(answer.errs).toEqual({ scope: 'is reserved and cannot be used yet' });
      }
    });

    it.each(OPERATIONS)('400: $operation with any other scope', async ({ send }) => {
      const app = await application();
      for (const scope of ['', 'App', 'cards', ' app', 'USER', 'app,card']) {
        const answer = await expectRefused(server, 400, () => send(app, { scope, kami: 'C1' }));
        expect(answer.errs).toEqual({ scope: 'must be one of app, card' });
      }
    });

    it.each(OPERATIONS)('400: $operation of the scope card without a card', async ({ send }) => {
      const app = await application();
      for (const [parameters, reason] of [
        [{}, 'is required'],
        [{ user: 'C1' }, 'is required'],
        [{ kami: '' }, 'must have 1 to 64 characters'],
        [{ kami: 'c'.repeat(65) }, 'must have 1 to 64 characters'],
        [{ kami: 'C1 ' }, 'must be printable text without white space around it'],
      ] as [Parameters, string][]) {
        const answer = await expectRefused(server, 400, () => send(app, { scope: 'card', ...parameters }));
        expect(answer.errs).toEqual({ kami: reason });
      }
    });

    it.each(OPERATIONS)('10218: $operation of a card that does not exist', async ({ send }) => {
      const app = await application();
      await create(await application({ cards: ['theirs'] }), 'k', 'v', { scope: 'card', kami: 'theirs' });
      for (const kami of ['nope', 'c1', 'theirs']) {
        await expectRefused(server, 10218, () => send(app, { scope: 'card', kami }));
      }
    });

    it.each(OPERATIONS)('10218: $operation of a consumed card', async ({ send }) => {
      const app = await application({ cards: ['C1', 'U'] });
      await create(app, 'k', 'v', { scope: 'card', kami: 'U' });
      await app.open();
      await app.recharge('U');
      await expectRefused(server, 10218, () => send(app, { scope: 'card', kami: 'U' }));
      await expectRefused(server, 10218, () => send(app, { scope: 'card', kami: 'U' }, 'other'));
    });

    it('400: writing without action or value, or with another action', async () => {
      const app = await application();
      await create(app);
      const action = 'must be one of create, update';
      for (const [parameters, errs] of [
        [{}, { action: 'is required', value: 'is required' }],
        [{ value: 'w' }, { action: 'is required' }],
        [{ action: 'create' }, { value: 'is required' }],
        [{ action: 'update' }, { value: 'is required' }],
        [{ action: '', value: 'w' }, { action }],
        [{ action: 'Create', value: 'w' }, { action }],
        [{ action: 'delete', value: 'w' }, { action }],
        [{ action: 'constructor', value: 'w' }, { action }],
        [{ scope: 'card' }, { action: 'is required', value: 'is required', kami: 'is required' }],
      ] as [Parameters, Record<string, string>][]) {
        const answer = await expectRefused(server, 400, () => post(app, 'k', parameters));
        expect(answer.errs).toEqual(errs);
      }
    });
  });

  describe('the value', () => {
    it.each([
      '',
      ' a \r\n\tb ',
      '{"名":"卡密 😀 é e\u0301 \u00a0","sql":"\' OR 1=1 -- \\\\"}',
      'a=1&b=2%20+',
      '\u0000\u0001\ufffe\uffff',
      'null',
      '1.0',
    ])('is returned unchanged: %j', async (value) => {
      const app = await application();
      expect(await create(app, 'k', value)).toMatchObject({ code: 0 });
      expect(await read(app)).toBe(value);
      await update(app, 'k', 'other');
      expect(await update(app, 'k', value)).toMatchObject({ code: 0 });
      expect(await read(app)).toBe(value);
    });

    it('is the text of a number or of true and false in JSON', async () => {
      const app = await application();
      for (const value of [0, -12, 9_007_199_254_740_991, true, false]) {
        const key = `k${value}`;
        expect(await post(app, key, { action: 'create', value })).toMatchObject({ code: 0 });
        expect(await read(app, key)).toBe(String(value));
      }
    });

    it.each<[Encoding]>([['json'], ['form'], ['multipart']])('travels in a body of %s', async (encoding) => {
      const app = await application();
      const value = '卡 & = + % 😀';
      expect(await post(app, 'k', { action: 'create', value }, encoding)).toMatchObject({ code: 0 });
      expect(await read(app)).toBe(value);
    });

    it('travels in the query of a POST', async () => {
      const app = await application();
      const answer = await post(app, 'k', { action: 'create', value: '卡', ...OF_C1 }, 'query');
      expect(answer).toMatchObject({ code: 0 });
      expect(await read(app, 'k', OF_C1)).toBe('卡');
    });

    it.each(['a', '卡', '😀'])('may have 65536 bytes and not one more: %s', async (character) => {
      const app = await application();
      const value = character.repeat(Math.floor(MAX_BYTES / Buffer.byteLength(character)));
      const full = value + 'x'.repeat(MAX_BYTES - Buffer.byteLength(value));
      expect(Buffer.byteLength(full)).toBe(MAX_BYTES);
      expect(await create(app, 'k', full)).toMatchObject({ code: 0 });
      expect(await read(app)).toBe(full);
      for (const send of [create, update]) {
        for (const key of ['k', 'other']) {
          const answer = await expectRefused(server, 400, () => send(app, key, `${full}x`));
          expect(answer.errs).toEqual({ value: 'must be at most 65536 bytes' });
        }
      }
      await update(app, 'k', 'short');
      expect(await update(app, 'k', full)).toMatchObject({ code: 0 });
      expect(await read(app)).toBe(full);
    });
  });

  describe('the key', () => {
    it('compares byte for byte', async () => {
      const app = await application();
      for (const key of ['a', 'A', 'a.', 'a_']) {
        expect(await create(app, key, key)).toMatchObject({ code: 0 });
      }
      await update(app, 'A', 'changed');
      await remove(app, 'a.');
      expect(await read(app, 'a')).toBe('a');
      expect(await read(app, 'A')).toBe('changed');
      expect(await read(app, 'a.')).toBe(10521);
      expect(await read(app, 'a_')).toBe('a_');
    });

    it.each([
      'k',
      '0',
      '_',
      '-',
      '...',
      'A-Z_a-z.0-9',
      'k'.repeat(64),
      '%E5%8D%A1',
      '%EF%BD%81',
      '%F0%A0%80%80'.repeat(64),
    ])('may be %s', async (key) => {
      const app = await application();
      expect(await create(app, key)).toMatchObject({ code: 0 });
      expect(await read(app, key)).toBe('v');
      expect(await remove(app, key)).toMatchObject({ code: 0 });
    });

    it.each([
      'k'.repeat(65),
      'a%20',
      'a%0A',
      'a%00',
      'a%2Fb',
      'a+b',
      "a'b",
      '%F0%9F%98%80',
      '%E5%8D%A1'.repeat(65),
    ])('is refused with 400 when it is %s', async (key) => {
      const app = await application();
      for (const { send } of OPERATIONS) {
        const answer = await expectRefused(server, 400, () => send(app, {}, key));
        expect(answer.errs).toEqual({
          key: 'must have 1 to 64 characters: letters and digits of any script, _, . and -',
        });
      }
    });
  });

  it('compares keys of all scripts byte for byte', async () => {
    const app = await application();
    const keys = ['%C3%A9', 'e%CC%81', 'e', '%C3%89', '%EF%BD%85', '%E5%8D%A1', '%F0%AF%A0%80', '%E4%B8%BD'];
    for (const key of keys) expect(await create(app, key, key)).toMatchObject({ code: 0 });
    for (const key of keys) expect(await read(app, key)).toBe(key);
  });

  it('uses card if kami is missing or empty', async () => {
    const app = await application();
    expect(await create(app, 'k', 'of C1', { scope: 'card', card: 'C1' })).toMatchObject({ code: 0 });
    expect(await read(app, 'k', OF_C1)).toBe('of C1');
    expect(await read(app, 'k', { scope: 'card', card: 'C1' })).toBe('of C1');
    expect(await read(app, 'k', { scope: 'card', card: 'C1', kami: '' })).toBe('of C1');
    const answer = await expectRefused(server, 400, () =>
      create(app, 'k', 'v', { scope: 'card', card: ' ' }),
    );
    expect(Object.keys(answer.errs!)).toEqual(['card']);
    expect(await remove(app, 'k', { scope: 'card', card: 'C1' })).toMatchObject({ code: 0 });
  });

  describe('DELETE', () => {
    it.each<[Encoding]>([['query'], ['json'], ['form'], ['multipart']])(
      'takes its parameters as %s',
      async (encoding) => {
        const app = await application();
        await create(app, 'k', 'of the application');
        await create(app, 'k', 'of the card', OF_C1);
        expect(await remove(app, 'k', OF_C1, encoding)).toMatchObject({ status: 200, code: 0 });
        expect(await read(app, 'k', OF_C1)).toBe(10521);
        expect(await read(app)).toBe('of the application');
        expect(await remove(app, 'k', {}, encoding)).toMatchObject({ status: 200, code: 0 });
        expect(await rows(app)).toEqual([]);
      },
    );

    it('accepts some parameters in the query and some in the body', async () => {
      const app = await application();
      await create(app, 'k', 'v', OF_C1);
      const { scope, ...others } = app.client.sign(OF_C1);
      const answer = await app.client.send('DELETE', `/remote/data/k?scope=${scope}`, others, 'json');
      expect(answer).toMatchObject({ code: 0 });
      expect(await rows(app)).toEqual([]);
    });
  });

  describe('data of a card', () => {
    it('is separate from data of the application and of other cards', async () => {
      const app = await application({ cards: ['C1', 'C2', 'c1'] });
      const scopes: Parameters[] = [{}, ...['C1', 'C2', 'c1'].map((kami) => ({ scope: 'card', kami }))];
      for (const [i, scope] of scopes.entries()) {
        expect(await create(app, 'k', `value ${i}`, scope)).toMatchObject({ code: 0 });
      }
      await update(app, 'k', 'changed', scopes[1]);
      await remove(app, 'k', scopes[2]);
      const values = await Promise.all(scopes.map((scope) => read(app, 'k', scope)));
      expect(values).toEqual(['value 0', 'changed', 10521, 'value 3']);
    });

    it('is available whether the card is unused, activated, frozen or expired', async () => {
      const app = await application();
      const works = async () => {
        expect(await create(app, 'k', 'v', OF_C1)).toMatchObject({ code: 0 });
        expect(await update(app, 'k', 'w', OF_C1)).toMatchObject({ code: 0 });
        expect(await read(app, 'k', OF_C1)).toBe('w');
        expect(await remove(app, 'k', OF_C1)).toMatchObject({ code: 0 });
      };
      await works();
      expect(await app.row()).toMatchObject({ status: 'unused' });
      await app.open();
      await works();
      await app.change({ frozen: true });
      await works();
      await app.change({ frozen: false });
      server.clock.advance(31 * 86_400);
      await works();
    });
  });

  it('of two applications is separate, under the same key and the same card', async () => {
    const [app, other] = [await application(), await application()];
    for (const scope of [{}, OF_C1] as Parameters[]) {
      await create(app, 'k', 'mine', scope);
      for (const send of [get, remove]) {
        await expectRefused(server, 10521, () => send(other, 'k', scope));
      }
      await expectRefused(server, 10521, () => update(other, 'k', 'x', scope));
      expect(await create(other, 'k', 'theirs', scope)).toMatchObject({ code: 0 });
      expect(await remove(other, 'k', scope)).toMatchObject({ code: 0 });
      expect(await read(app, 'k', scope)).toBe('mine');
    }
  });

  describe('at the same time', () => {
    it.each<[string, Parameters]>([
      ['the application', {}],
      ['a card', OF_C1],
    ])('creates of one key of %s: exactly one succeeds', async (_, scope) => {
      const app = await application();
      const values = numbered('v');
      const answers = await Promise.all(values.map((value) => create(app, 'k', value, scope)));
      expect(await codes(Promise.resolve(answers))).toEqual({ 0: 1, 10522: MANY - 1 });
      const winner = answers.findIndex(({ code }) => code === 0);
      expect((await rows(app)).map(({ value }) => value)).toEqual([values[winner]]);
    });

    it('creates of different keys: all succeed', async () => {
      const app = await application();
      expect(await codes(numbered('k').map((key) => create(app, key)))).toEqual({ 0: MANY });
    });

    it('deletes of one key: exactly one succeeds', async () => {
      const app = await application();
      await create(app);
      expect(await codes(many(() => remove(app)))).toEqual({ 0: 1, 10521: MANY - 1 });
    });

    it('updates of one key: all succeed, one value stays', async () => {
      const app = await application();
      await create(app);
      const values = numbered('v');
      expect(await codes(values.map((value) => update(app, 'k', value)))).toEqual({ 0: MANY });
      expect(values).toContain(await read(app));
    });

    it('creates, updates and deletes of one key: as many are created as are deleted or left', async () => {
      const app = await application();
      for (let round = 0; round < 5; round++) {
        const left = (await rows(app)).length;
        const kinds = [create, update, remove] as const;
        const requests = numbered('v').map((value) =>
          kinds.map((send) => (send === remove ? remove(app) : (send as typeof create)(app, 'k', value))),
        );
        const answers = await Promise.all(requests.map((each) => Promise.all(each)));
        const count = (kind: number) => answers.filter((each) => each[kind]!.code === 0).length;
        for (const [created, updated, removed] of answers) {
          expect([0, 10522]).toContain(created!.code);
          expect([0, 10521]).toContain(updated!.code);
          expect([0, 10521]).toContain(removed!.code);
        }
        expect(left + count(0) - count(2)).toBe((await rows(app)).length);
      }
    });
  });
});
