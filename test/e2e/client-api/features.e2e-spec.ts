import { describe, expect, it } from '@jest/globals';
import { FunctionRunner } from '@app/remote';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication, type CardApplicationFile, expectRefused } from '../../support/card-application.js';
import { CardJobs } from '../../support/card-jobs.js';
import { statementsDuring } from '../../support/recorded-statements.js';
import { responseSignOf } from '../../support/response-signature.js';
import type { Parameters } from '../../support/signed-client.js';
import { acceptTicket } from '../../support/ticket.js';
import { TestServer } from '../../support/test-server.js';
import { TrialApplication } from '../../support/trial-application.js';
import { UserApplication } from '../../support/user-application.js';

const DAY = 86_400;
const PRO = { features: { export: true, seats: 3, edition: '专业版', beta: false, credits: 0, code: '' } };
const PRO_TEXT = '{"beta":false,"code":"","credits":0,"edition":"专业版","export":true,"seats":3}';

describe('Features', () => {
  const server = TestServer.forSuite({ FUNCTION_WORKERS: '2', FUNCTION_QUEUE: '2000' });
  const admin = AdminClient.forSuite(server);

  const create = (file: CardApplicationFile = {}) =>
    CardApplication.create(server, { type: PRO, types: { Basic: {} }, ...file });

  /** Edits the card, the user or the card type as an administrator does. */
  async function edit(path: string, fields: object): Promise<void> {
    expect(await admin.edit(path, fields)).toMatchObject({ status: 200 });
  }

  describe('in the answer to a login', () => {
    it('are JSON text, sorted by name', async () => {
      const app = await create();
      const { result } = await app.login();
      expect(result).toMatchObject({ features: PRO_TEXT });
      expect((await app.heartbeat(String(result!.token))).result).not.toHaveProperty('features');
    });

    it('are absent if the card has none', async () => {
      const app = await create({ type: { features: {} } });
      const { result } = await app.login();
      expect(Object.keys(result!)).toEqual([
        'card_type', 'token', 'expires', 'expires_ts', 'config', 'server_time', 'hg',
      ]); // prettier-ignore
    });

    it('are signed like every other member', async () => {
      const app = await create({ settings: { response_signature: true } });
      const answer = await app.login();
      expect(answer.result).toMatchObject({ features: PRO_TEXT });
      expect(answer.sign).toBe(responseSignOf(answer, app.client.credentials));
    });

    it('are those of the card: copied from its type at issue, or its own', async () => {
      const app = await create({
        cards: ['C1', { card: 'OWN', features: { export: 'once' } }, { card: 'BARE', features: {} }],
      });
      expect((await app.login('D1', 'OWN')).result).toMatchObject({ features: '{"export":"once"}' });
      expect((await app.login('D1', 'BARE')).result).not.toHaveProperty('features');

      const { cardTypeId } = await app.row();
      await edit(`/card-types/${cardTypeId}`, { features: { later: true } });
      expect((await app.login()).result).toMatchObject({ features: PRO_TEXT });
      await app.configure({ cards: [{ card: 'NEW', card_type: 'Type' }] });
      expect((await app.login('D1', 'NEW')).result).toMatchObject({ features: '{"later":true}' });
    });

    it('are those of the user, copied from the card at the registration', async () => {
      const app = await UserApplication.withAlice(server, { type: PRO, cards: ['C1', 'C2'] });
      const { result } = await app.login();
      expect(result).toMatchObject({ features: PRO_TEXT });
      // A recharge adds time; the features stay.
      await app.ofCards.change({ features: { other: 1 } }, 'C2');
      expect(await app.recharge('C2')).toMatchObject({ code: 0 });
      expect((await app.login()).result).toMatchObject({ features: PRO_TEXT });
    });

    it('are those of cards that a job creates', async () => {
      const jobs = await CardJobs.create(server, admin, { type: PRO });
      expect(await jobs.ended(jobs.generate({ count: 2 }))).toMatchObject({ status: 'done' });
      expect(await jobs.ended(jobs.import('IMPORTED\n'))).toMatchObject({ status: 'done' });
      expect(await jobs.cards()).toMatchObject([PRO, PRO, { card: 'IMPORTED', ...PRO }]);
      expect((await jobs.app.login('D1', 'IMPORTED')).result).toMatchObject({ features: PRO_TEXT });
    });

    it('add no database statement to the login', async () => {
      const eight = [1, 2, 3, 4, 5, 6, 7, 8];
      const app = await create({
        cards: eight.flatMap((i) => [`C${i}`, { card: `BARE${i}`, features: {} }]),
      });
      // Returns the smallest of several counts, since one login in sixteen, chosen at random, also deletes old ended
      // sessions.
      const counted = async (name: string) => {
        let least = Infinity;
        for (const i of eight) {
          const statements = await statementsDuring(server.dataSource, () => app.open('D1', `${name}${i}`));
          const own = statements.filter(({ sql }) => /cards|devices|sessions|card_types/.test(sql));
          least = Math.min(least, own.length);
        }
        return least;
      };
      expect(await counted('C')).toBe(await counted('BARE'));
    });

    it('a trial has none', async () => {
      const app = await TrialApplication.create(server, { type: PRO });
      expect((await app.login()).result).not.toHaveProperty('features');
    });
  });

  it('are in offline tickets as an object', async () => {
    const app = await create({ type: { ...PRO, offline_hours: 1 } });
    const { result } = await app.client.post('/card/ticket', { card: 'C1', token: await app.open() });
    const { key_id, public_key, app_key } = await server.apply({ name: app.name });
    const now = Math.floor(server.clock.now() / 1000);
    const client = { keys: { [key_id!]: public_key! }, app_key: app_key!, device_id: 'D1', now };
    expect(acceptTicket(String(result!.ticket), client)).toMatchObject({ features: PRO.features });
  });

  describe('a variable', () => {
    const VARIABLES = ['export', 'seats', 'edition', 'beta', 'credits', 'code', 'other', 'constructor'].map(
      (name) => ({ key: name, value: `of ${name}`, require_feature: name }),
    );
    const withVariables = (file: CardApplicationFile = {}) =>
      create({
        cards: ['C1', { card: 'B1', card_type: 'Basic' }],
        ...file,
        settings: { variables: VARIABLES },
      });
    const read = (app: CardApplication, key: string, parameters: Parameters = { kami: 'C1' }) =>
      app.client.get(`/remote/variables/${key}`, parameters);

    it.each(['export', 'seats', 'edition'])('is answered to a card with the feature: %s', async (key) => {
      const app = await withVariables();
      await app.open();
      expect((await read(app, key)).result).toMatchObject({ value: `of ${key}` });
      expect((await read(app, key, { card: 'C1' })).result).toMatchObject({ value: `of ${key}` });
    });

    it.each(['beta', 'credits', 'code', 'other', 'constructor'])(
      'is refused to a card with the value false, 0 or "", or without the name: 10503 (%s)',
      async (key) => {
        const app = await withVariables();
        await app.open();
        const answer = await expectRefused(server, 10503, () => read(app, key));
        expect(answer.message).toBe('the card lacks the feature');
      },
    );

    it('implies card authentication: 10502 comes first', async () => {
      const app = await withVariables();
      await expectRefused(server, 10502, () => read(app, 'export', {}));
      await expectRefused(server, 10502, () => read(app, 'export', { kami: 'nope' }));
      await expectRefused(server, 10502, () => read(app, 'export'));
      await expectRefused(server, 10502, () => read(app, 'other'));
      await app.open();
      await app.change({ frozen: true });
      await expectRefused(server, 10502, () => read(app, 'other'));
      await expectRefused(server, 10501, () => read(app, 'nope'));
    });

    it('follows an edit of the card at once', async () => {
      const app = await withVariables();
      await app.open('D1', 'B1');
      await expectRefused(server, 10503, () => read(app, 'export', { kami: 'B1' }));
      await edit(`/cards/${(await app.row('B1')).id}`, { features: { export: 'false' } });
      // The text `false` counts as a feature that is present; only the boolean value does not.
      expect(await read(app, 'export', { kami: 'B1' })).toMatchObject({ code: 0 });
      await edit(`/cards/${(await app.row('B1')).id}`, { features: {} });
      await expectRefused(server, 10503, () => read(app, 'export', { kami: 'B1' }));
    });

    it('that is open to trials is refused to a trial, which has no features: 10503', async () => {
      const app = await TrialApplication.create(server, {
        settings: {
          variables: [
            { key: 'tried', value: '1', require_feature: 'export', trials: true },
            { key: 'paid', value: '1', require_feature: 'export' },
          ],
        },
      });
      const trial = { device_id: 'D1', token: await app.open() };
      await expectRefused(server, 10503, () => read(app.ofCards, 'tried', trial));
      await expectRefused(server, 10502, () => read(app.ofCards, 'paid', trial));
    });

    it('the refusal is in the language of the application', async () => {
      const app = await withVariables();
      await app.configure({ language: 'zh-CN' });
      await app.open();
      expect((await read(app, 'other')).message).toBe('卡密不包含该功能');
    });
  });

  describe('a function', () => {
    const FUNCTIONS = [
      { name: 'free', source: 'function free() { return 1 }' },
      { name: 'pro', source: 'function pro() { return "pro" }', require_feature: 'export' },
      {
        name: 'paid',
        source: 'function paid() { return Math.random() }',
        require_feature: 'export',
        cost: 2,
      },
    ];
    const withFunctions = (file: CardApplicationFile = {}) =>
      create({
        type: { ...PRO, uses: 10, max_sessions: 0, duration: { unit: 'days', amount: 30 } },
        types: { Basic: { uses: 1 } },
        cards: ['C1', { card: 'B1', card_type: 'Basic' }],
        ...file,
        settings: { functions: FUNCTIONS, heartbeat_timeout_sec: DAY, ...file.settings },
      });
    const call = (app: CardApplication, name: string, parameters: Parameters = {}) =>
      app.client.post(`/remote/functions/${name}/call`, parameters);

    it('runs for a card or user with the feature, proven by its token', async () => {
      const app = await withFunctions();
      const answer = await call(app, 'pro', { card: 'C1', token: await app.open() });
      expect(answer).toMatchObject({ code: 0, result: { return: '"pro"' } });
      expect(Object.keys(answer.result!)).toEqual(['return']);

      const users = await UserApplication.withAlice(server, {
        type: PRO,
        settings: { functions: FUNCTIONS },
      });
      const alice = { username: 'alice', token: await users.open() };
      expect(await call(users.ofCards, 'pro', alice)).toMatchObject({ code: 0 });
    });

    it('needs card and token: 400, or 10214', async () => {
      const app = await withFunctions();
      const token = await app.open();
      expect((await expectRefused(server, 400, () => call(app, 'pro'))).errs).toEqual({
        card: 'is required',
      });
      const bare = await expectRefused(server, 400, () => call(app, 'pro', { card: 'C1' }));
      expect(bare.errs).toEqual({ token: 'is required' });
      await expectRefused(server, 10214, () => call(app, 'pro', { card: 'C1', token: 'x' }));
      await expectRefused(server, 10214, () => call(app, 'pro', { card: 'B1', token }));
      await expectRefused(server, 10541, () => call(app, 'nope'));
      await expectRefused(server, 10542, () => call(app, 'pro', { params: '{}' }));
    });

    it('does not run without the feature: 10503', async () => {
      const app = await withFunctions();
      const token = await app.open('D1', 'B1');
      const { ok } = server.get(FunctionRunner).calls;
      await expectRefused(server, 10503, () => call(app, 'pro', { card: 'B1', token }));
      // The feature is checked before the uses, which are too few here.
      await expectRefused(server, 10503, () => call(app, 'paid', { card: 'B1', token }));
      expect(server.get(FunctionRunner).calls.ok).toBe(ok);

      const users = await UserApplication.withAlice(server, { settings: { functions: FUNCTIONS } });
      const alice = { username: 'alice', token: await users.open() };
      await expectRefused(server, 10503, () => call(users.ofCards, 'pro', alice));
    });

    it('follows an edit of the card at once, although the session is cached', async () => {
      const app = await withFunctions();
      const proof = { card: 'C1', token: await app.open() };
      await app.heartbeat(proof.token);
      expect(await call(app, 'pro', proof)).toMatchObject({ code: 0 });
      await edit(`/cards/${(await app.row()).id}`, { features: { export: false } });
      await expectRefused(server, 10503, () => call(app, 'pro', proof));
      await expectRefused(server, 10503, () => call(app, 'paid', proof));
    });

    it('is refused with 10210 to an expired card that has the feature, and with 10503 to a valid card that lacks it', async () => {
      const app = await withFunctions({ type: { ...PRO, duration: { unit: 'minutes', amount: 1 } } });
      const proof = { card: 'C1', token: await app.open() };
      const basic = { card: 'B1', token: await app.open('D2', 'B1') };
      server.clock.advance(60);
      await expectRefused(server, 10210, () => call(app, 'pro', proof));
      await expectRefused(server, 10210, () => call(app, 'paid', proof));
      await expectRefused(server, 10503, () => call(app, 'pro', basic));
    });

    it('with a cost takes uses as well, and a repeated call is answered even after the feature is gone', async () => {
      const app = await withFunctions();
      const proof = { card: 'C1', token: await app.open(), request_id: 'r1' };
      const first = await call(app, 'paid', proof);
      expect(first).toMatchObject({ code: 0, result: { uses_left: 8 } });
      await edit(`/cards/${(await app.row()).id}`, { features: {} });
      expect((await call(app, 'paid', proof)).result).toEqual(first.result);
      await expectRefused(server, 10503, () => call(app, 'paid', { ...proof, request_id: 'r2' }));
    });

    it('without a feature ignores who calls', async () => {
      const app = await withFunctions();
      const odd = { card: ' x ', token: 'y'.repeat(500), device_id: 'z'.repeat(200), request_id: ' ' };
      expect(await call(app, 'free', odd)).toMatchObject({ code: 0, result: { return: '1' } });
    });

    describe('that is open to trials', () => {
      const TRIED = [
        { name: 'closed', source: 'function closed() { return 1 }', cost: 2 },
        { name: 'tried', source: 'function tried() { return "tried" }', cost: 2, trials: true },
        { name: 'pro', source: 'function pro() { return 1 }', require_feature: 'export', trials: true },
      ];
      const withTrials = () =>
        TrialApplication.create(server, {
          type: { ...PRO, uses: 10 },
          settings: { functions: TRIED, heartbeat_timeout_sec: DAY },
        });

      it('runs for a running trial, which pays nothing', async () => {
        const app = await withTrials();
        const trial = { device_id: 'D1', token: await app.open() };
        const answer = await call(app.ofCards, 'tried', trial);
        expect(answer).toMatchObject({ code: 0, result: { return: '"tried"' } });
        expect(answer.result).not.toHaveProperty('uses_left');
        const closed = await expectRefused(server, 400, () => call(app.ofCards, 'closed', trial));
        expect(closed.errs).toEqual({ card: 'is required' });
        await expectRefused(server, 10503, () => call(app.ofCards, 'pro', trial));
      });

      it('still costs a card its uses', async () => {
        const app = await withTrials();
        const proof = { card: 'C1', token: await app.ofCards.open(), device_id: 'D1' };
        expect(await call(app.ofCards, 'tried', proof)).toMatchObject({ code: 0, result: { uses_left: 8 } });
        const wrong = { ...proof, token: await app.open() };
        await expectRefused(server, 10214, () => call(app.ofCards, 'tried', wrong));
      });

      it('needs a trial that is logged in and running: 400, 10404, 10405', async () => {
        const app = await withTrials();
        const trial = { device_id: 'D1', token: await app.open() };
        await app.heartbeat(trial.token);
        const required = async (parameters: Parameters) => {
          const answer = await expectRefused(server, 400, () => call(app.ofCards, 'tried', parameters));
          expect(answer.errs).toEqual({ card: 'is required' });
        };
        await required({});
        await required({ token: trial.token });
        await required({ device_id: 'D1' });
        await expectRefused(server, 10404, () => call(app.ofCards, 'tried', { ...trial, device_id: 'D2' }));
        server.clock.advance(3600);
        await expectRefused(server, 10405, () => call(app.ofCards, 'tried', trial));
        await app.ofCards.configure({ trial: 'off' });
        await required(trial);
      });
    });
  });
});
