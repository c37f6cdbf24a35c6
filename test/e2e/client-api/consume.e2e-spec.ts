import { describe, expect, it } from '@jest/globals';
import { ActivityCount, Consumption, Session } from '@app/database';
import { ConsumptionPurgeJob } from '@app/licensing';
import { UsageWriter } from '@app/usage';
import { CardApplication, expectRefused, expectUnchanged } from '../../support/card-application.js';
import { newAddress, sendFrom } from '../../support/from-address.js';
import { codes, heldUp } from '../../support/race.js';
import type { Answer, Parameters } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';
import { watchParties } from '../../support/watch-parties.js';

const SHANGHAI = 'Asia/Shanghai';

describe('consume', () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback' });

  /** Opens a session of a card with the given terms, and returns the calls for it. */
  async function counted(type: object, more: object = {}) {
    const app = await CardApplication.create(server, { type: { ...type }, ...more });
    const token = await app.open();
    const consume = (parameters: Parameters = {}) =>
      app.client.post('/card/consume', { card: 'C1', token, request_id: crypto.randomUUID(), ...parameters });
    const left = async () => (await app.heartbeat(token)).result!['uses_left'];
    const consumptions = async () =>
      server.dataSource.manager.countBy(Consumption, { holderKind: 'card', holderId: (await app.row()).id });
    return { app, token, consume, left, consumptions };
  }

  const seconds = (zone: Temporal.ZonedDateTime) => zone.epochMilliseconds / 1000;
  const now = () => Temporal.Instant.fromEpochMilliseconds(server.clock.now()).toZonedDateTimeISO(SHANGHAI);
  const nextMidnight = () => now().add({ days: 1 }).startOfDay();

  describe('takes uses', () => {
    it('one, unless the request says how many', async () => {
      const { consume, left } = await counted({ uses: 10 });
      const server_time = Math.floor(server.clock.now() / 1000);
      const answer = await consume();
      expect(JSON.parse(answer.text)).toEqual({
        code: 0,
        message: 'ok',
        result: { uses_left: 9, uses_total: 10, server_time },
      });
      expect((await consume({ amount: '4' })).result).toEqual({ uses_left: 5, uses_total: 10, server_time });
      expect(await left()).toBe(5);
    });

    it('down to none, and refuses more without taking any', async () => {
      const { consume, left } = await counted({ uses: 3 });
      expect((await consume({ amount: '3' })).result).toMatchObject({ uses_left: 0 });
      await expectRefused(server, 10219, () => consume());
      expect(await left()).toBe(0);
    });

    it('refuses more than is left, and then takes all that is left', async () => {
      const { consume } = await counted({ uses: 3 });
      await expectRefused(server, 10219, () => consume({ amount: '4' }));
      expect((await consume({ amount: '3' })).result).toMatchObject({ uses_left: 0 });
    });

    it('a card without uses left can log in, and the answer says that none are left', async () => {
      const { app, consume } = await counted({ uses: 1 });
      await consume();
      expect((await app.login()).result).toMatchObject({ uses_left: 0 });
    });

    it('the answer to a login says how many uses are left, except for a card that is not counted', async () => {
      const { app } = await counted({ uses: 10 });
      expect((await app.login()).result).toMatchObject({ uses_left: 10 });
      const other = await CardApplication.create(server);
      const token = await other.open();
      expect((await other.login()).result).not.toHaveProperty('uses_left');
      expect((await other.heartbeat(token)).result ?? {}).not.toHaveProperty('uses_left');
    });

    it('every session of the card sees the uses that are left', async () => {
      const { app, consume } = await counted({ uses: 10, max_sessions: 2, max_devices: 2 });
      const other = await app.open('D2');
      await consume();
      expect((await app.heartbeat(other)).result).toMatchObject({ uses_left: 9 });
    });

    it('and counts consumed uses in the statistics', async () => {
      const { app, consume } = await counted({ uses: 10 });
      const id = crypto.randomUUID();
      await consume({ amount: '4', request_id: id });
      await consume({ amount: '4', request_id: id });
      await consume({ amount: '3' });
      await server.get(UsageWriter).run();
      const { applicationId } = await app.row();
      const rows = await server.dataSource.manager.findBy(ActivityCount, {
        applicationId,
        event: 'consumption',
      });
      expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(7);
    });
  });

  describe('a repeated request', () => {
    it('gets the first answer with the current time, and takes nothing', async () => {
      const { consume, left } = await counted({ uses: 10 });
      const first = await consume({ amount: '2', request_id: 'r' });
      await consume({ amount: '3' });
      server.clock.advance(5);
      const again = await expectUnchanged(server, () => consume({ amount: '2', request_id: 'r' }));
      const server_time = Number(first.result!['server_time']) + 5;
      expect(again.result).toEqual({ ...first.result, server_time });
      expect(await left()).toBe(5);
    });

    it('also in another session, when no uses are left, and when the card has expired since', async () => {
      const { app, consume } = await counted({ uses: 1, duration: { unit: 'hours', amount: 1 } });
      await consume({ request_id: 'r' });
      const token = await app.open();
      expect((await consume({ request_id: 'r', token })).result).toMatchObject({ uses_left: 0 });
      await app.configure({ heartbeat_timeout_sec: 86_400 });
      server.clock.advance(3600);
      expect((await consume({ request_id: 'r', token })).result).toMatchObject({ uses_left: 0 });
      await expectRefused(server, 10210, () => consume({ token }));
    });

    it('with another amount is refused', async () => {
      const { consume } = await counted({ uses: 10 });
      await consume({ amount: '2', request_id: 'r' });
      const answer = await expectRefused(server, 400, () => consume({ amount: '3', request_id: 'r' }));
      expect(answer.errs).toEqual({ request_id: 'was used before for a different request' });
      expect((await consume({ amount: '2', request_id: 'r' })).code).toBe(0);
    });

    it('of another card, or differing in case, is another request', async () => {
      const { app, consume } = await counted({ uses: 10 }, { cards: ['C1', 'C2'] });
      await consume({ request_id: 'r' });
      expect((await consume({ request_id: 'R' })).result).toMatchObject({ uses_left: 8 });
      const token = await app.open('D1', 'C2');
      expect((await consume({ card: 'C2', token, request_id: 'r' })).result).toMatchObject({ uses_left: 9 });
    });

    it('that was refused is checked again', async () => {
      const { app, consume } = await counted({ uses: 1 }, { cards: ['C1', 'C2'] });
      await expectRefused(server, 10219, () => consume({ amount: '2', request_id: 'r' }));
      expect((await app.recharge('C2')).code).toBe(0);
      expect((await consume({ amount: '2', request_id: 'r' })).result).toMatchObject({ uses_left: 0 });
    });

    it('is recognised for 7 days', async () => {
      const { app, consume, consumptions } = await counted({ uses: 10 });
      await app.configure({ heartbeat_timeout_sec: 86_400 });
      await consume({ request_id: 'r' });
      const purge = server.get(ConsumptionPurgeJob);
      server.clock.advance(7 * 86_400);
      await purge.run();
      const token = await app.open();
      expect((await consume({ request_id: 'r', token })).result).toMatchObject({ uses_left: 9 });
      server.clock.advance(0.001);
      await purge.run();
      expect(await consumptions()).toBe(0);
      expect((await consume({ request_id: 'r', token })).result).toMatchObject({ uses_left: 8 });
    });
  });

  describe('refuses', () => {
    it('a card without uses', async () => {
      const { consume } = await counted({});
      const answer = await expectRefused(server, 400, () => consume());
      expect(answer.errs).toEqual({ card: 'has no counted uses' });
    });

    it.each<[what: string, Parameters]>([
      ['a wrong token', { token: 'x' }],
      ['the token of another card', { card: 'C2' }],
    ])('%s', async (_, parameters) => {
      const { consume } = await counted({ uses: 5 }, { cards: ['C1', 'C2'] });
      await expectRefused(server, 10214, () => consume(parameters));
    });

    it('a session that was logged out', async () => {
      const { app, token, consume } = await counted({ uses: 5 });
      await app.logout(token);
      await expectRefused(server, 10214, () => consume());
    });

    it('a card that was frozen', async () => {
      const { app, consume } = await counted({ uses: 5 });
      await app.change({ frozen: true });
      await expectRefused(server, 10214, () => consume());
    });

    it('an expired card', async () => {
      const { consume } = await counted({ uses: 5, duration: { unit: 'minutes', amount: 1 } });
      server.clock.advance(60);
      await expectRefused(server, 10210, () => consume());
    });

    it.each<[what: string, Parameters, errs: object]>([
      ['an amount of 0', { amount: '0' }, { amount: 'must be a whole number from 1 to 1000' }],
      ['an amount above 1000', { amount: '1001' }, { amount: 'must be a whole number from 1 to 1000' }],
      ['a part of one', { amount: '1.5' }, { amount: 'must be a whole number from 1 to 1000' }],
      ['an amount with a sign', { amount: '+1' }, { amount: 'must be a whole number from 1 to 1000' }],
      ['a long id', { request_id: 'x'.repeat(65) }, { request_id: 'must have 1 to 64 characters' }],
      [
        'white space around the id',
        { request_id: 'x ' },
        { request_id: 'must be printable text without white space around it' },
      ],
    ])('%s', async (_, parameters, errs) => {
      const { consume } = await counted({ uses: 5 });
      expect((await expectRefused(server, 400, () => consume(parameters))).errs).toEqual(errs);
    });

    it('a request without an id', async () => {
      const { app, token } = await counted({ uses: 5 });
      const send = () => app.client.post('/card/consume', { card: 'C1', token });
      expect((await expectRefused(server, 400, send)).errs).toEqual({ request_id: 'is required' });
    });
  });

  describe('uses that are refilled', () => {
    it('each day at midnight of the application', async () => {
      const { app, consume, left } = await counted({ uses: 3, uses_period: 'day' });
      await app.configure({ heartbeat_timeout_sec: 86_400 });
      const resets_ts = seconds(nextMidnight());
      expect((await consume({ amount: '3' })).result).toMatchObject({
        uses_left: 0,
        uses_total: 3,
        resets_ts,
      });
      await expectRefused(server, 10219, () => consume());
      server.clock.advance(resets_ts - 1 - Math.floor(server.clock.now() / 1000));
      expect(await left()).toBe(0);
      await expectRefused(server, 10219, () => consume());
      server.clock.advance(1);
      expect(await left()).toBe(3);
      expect((await app.login()).result).toMatchObject({ uses_left: 3 });
      const token = await app.open();
      expect((await consume({ token })).result).toMatchObject({
        uses_left: 2,
        resets_ts: seconds(nextMidnight()),
      });
    });

    it('each month, on its first day', async () => {
      const { app, consume } = await counted({
        uses: 3,
        uses_period: 'month',
        duration: { unit: 'permanent' },
      });
      const first = now().add({ months: 1 }).with({ day: 1 }).startOfDay();
      expect((await consume({ amount: '2' })).result).toMatchObject({
        uses_left: 1,
        resets_ts: seconds(first),
      });
      server.clock.advance(seconds(first) - Math.floor(server.clock.now() / 1000));
      expect((await app.login()).result).toMatchObject({ uses_left: 3 });
    });
  });

  describe('a recharge', () => {
    const CARDS = { cards: ['C1', 'C2', { card: 'C3', uses: null }, { card: 'C4', uses_period: 'day' }] };

    it('adds the uses of the card', async () => {
      const { app, consume, left } = await counted({ uses: 10 }, CARDS);
      await consume({ amount: '4' });
      expect((await app.recharge('C2')).code).toBe(0);
      expect(await left()).toBe(16);
      expect((await consume()).result).toMatchObject({ uses_left: 15, uses_total: 20 });
    });

    it('adds to a permanent card, which stays permanent', async () => {
      const { app, left } = await counted({ uses: 10, duration: { unit: 'permanent' } }, CARDS);
      expect((await app.recharge('C2')).code).toBe(0);
      expect(await left()).toBe(20);
      expect((await app.row()).expiresAt).toBeNull();
    });

    it('with a daily card adds uses to the current day only', async () => {
      const { app, consume, left } = await counted({ uses: 10, uses_period: 'day' }, { cards: ['C1', 'C2'] });
      await app.configure({ heartbeat_timeout_sec: 86_400 });
      await consume({ amount: '4' });
      expect((await app.recharge('C2')).code).toBe(0);
      expect(await left()).toBe(16);
      server.clock.advance(seconds(nextMidnight()) - Math.floor(server.clock.now() / 1000));
      expect(await left()).toBe(10);
    });

    it('adds the uses that are left on a card that was reset to unused', async () => {
      const { app, left } = await counted(
        { uses: 10, unbind_limit: 3 },
        {
          ...CARDS,
          settings: { unbind_policy: 'reset_to_unused' },
        },
      );
      const token = await app.open('D1', 'C2');
      await app.client.post('/card/consume', { card: 'C2', token, request_id: 'r', amount: '9' });
      expect((await app.unbind(token, 'D1', 'C2')).code).toBe(0);
      expect((await app.recharge('C2')).code).toBe(0);
      expect(await left()).toBe(11);
    });

    it.each([
      ['a card that is not counted, for a counted card', 'C1', 'C3'],
      ['a card that is refilled at different times', 'C1', 'C4'],
      ['a counted card, for a card that is not counted', 'C3', 'C1'],
    ])('is refused with %s', async (_, target, use) => {
      const app = await CardApplication.create(server, { type: { uses: 10 }, ...CARDS });
      await app.open('D1', target);
      const answer = await expectRefused(server, 10256, () => app.recharge(use, target));
      expect(answer.message).toBe('the recharge card counts uses differently');
    });
  });

  describe('races', () => {
    it('of 50 requests for 10 uses exactly 10 succeed', async () => {
      const { consume, left, consumptions } = await counted({ uses: 10 });
      expect(await codes(Array.from({ length: 50 }, () => consume()))).toEqual({ 0: 10, 10219: 40 });
      expect(await left()).toBe(0);
      expect(await consumptions()).toBe(10);
    });

    it('of 50 requests that wait for the same lock exactly 10 succeed, each with its own answer', async () => {
      const { app, consume } = await counted({ uses: 10 });
      const answers = await heldUp(app, () => Array.from({ length: 50 }, () => consume()));
      const left = answers.flatMap(({ result }) => (result ? Number(result['uses_left']) : []));
      expect(left.toSorted((a, b) => b - a)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    });

    it('the same request sent 50 times takes uses once, and each copy gets the same answer', async () => {
      const { consume, left, consumptions } = await counted({ uses: 10 });
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => consume({ amount: '3', request_id: 'r' })),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toMatchObject({ code: 0, result: { uses_left: 7 } });
      expect(await left()).toBe(7);
      expect(await consumptions()).toBe(1);
    });

    it('in a batch, each request succeeds or fails on its own', async () => {
      const { app, consume } = await counted({ uses: 5 });
      await consume({ request_id: 'known' });
      const requests: Parameters[] = [
        { amount: '9' },
        { request_id: 'known' },
        { request_id: 'known', amount: '2' },
        { amount: '3' },
        { amount: '2' },
        { amount: '1' },
      ];
      const answers = await heldUp(app, () => requests.map((each) => consume(each)));
      const seen = answers.map(({ code, result }: Answer) => [code, result?.['uses_left']]);
      expect(seen.slice(0, 3)).toEqual([
        [10219, undefined],
        [0, 4],
        [400, undefined],
      ]);
      // The answers have the order in which the requests arrived.
      expect(seen.slice(3)).toEqual([
        [0, 1],
        [10219, undefined],
        [0, 0],
      ]);
    });

    it('wait in a turn of their own address', async () => {
      const { app, token } = await counted({ uses: 10 });
      const { parties, unwatch } = watchParties(server.dataSource);
      const addresses = [newAddress(), newAddress()];
      for (const [i, address] of addresses.entries()) {
        const parameters = { card: 'C1', token, request_id: `r${i}` };
        const answer = await sendFrom(address, app.client, '/card/consume', parameters);
        expect(answer).toMatchObject({ code: 0 });
      }
      unwatch();
      const { applicationId } = await app.row();
      expect(parties).toEqual(
        addresses.map((address) => ['applications', String(applicationId), `consumptions from ${address}`]),
      );
    });

    it('with recharges lose nothing', async () => {
      const spare = Array.from({ length: 5 }, (_, i) => `S${i}`);
      const { app, consume, left } = await counted({ uses: 10 }, { cards: ['C1', ...spare] });
      const consuming = Array.from({ length: 30 }, () => consume());
      const recharging = spare.map((card) => app.recharge(card));
      expect(await codes(recharging)).toEqual({ 0: 5 });
      const taken = (await codes(consuming))[0]!;
      expect(await left()).toBe(60 - taken);
      expect((await app.row()).usesUsed).toBe(taken);
    });

    it('of requests with a freeze: no request takes uses after the freeze', async () => {
      const { app, consume } = await counted({ uses: 100 });
      const answers = await heldUp(
        app,
        () => Array.from({ length: 20 }, () => consume()),
        'C1',
        (manager, id) => manager.query(`UPDATE cards SET frozen = 1 WHERE id = ${id}`),
      );
      expect(answers.map(({ code }) => code)).toEqual(Array(20).fill(10214));
      expect((await app.row()).usesUsed).toBe(0);
    });

    it('of requests with the end of their session: no request takes uses after the end', async () => {
      const { app, consume } = await counted({ uses: 100 });
      const answers = await heldUp(
        app,
        () => Array.from({ length: 20 }, () => consume()),
        'C1',
        (manager, id) =>
          manager.update(
            Session,
            { holderKind: 'card', holderId: id },
            { endedAt: server.clock.now(), endReason: 'kicked' },
          ),
      );
      expect(answers.map(({ code }) => code)).toEqual(Array(20).fill(10214));
      expect((await app.row()).usesUsed).toBe(0);
    });
  });

  describe('of users', () => {
    const consume = (app: UserApplication, token: string, parameters: Parameters = {}) =>
      app.post('consume', { username: 'alice', token, request_id: crypto.randomUUID(), ...parameters });

    it('takes the uses that the card brought, minus those consumed before', async () => {
      const app = await UserApplication.create(server, {
        type: { uses: 10, unbind_limit: 3 },
        settings: { unbind_policy: 'reset_to_unused' },
      });
      const ofCard = await app.ofCards.open('D9');
      await app.ofCards.client.post('/card/consume', {
        card: 'C1',
        token: ofCard,
        request_id: 'r',
        amount: '2',
      });
      await app.ofCards.unbind(ofCard, 'D9');
      expect((await app.register()).code).toBe(0);
      const login = await app.login();
      expect(login.result).toMatchObject({ uses_left: 8 });
      const token = String(login.result!['token']);
      expect((await consume(app, token, { amount: '3', request_id: 'r' })).result).toMatchObject({
        uses_left: 5,
        uses_total: 10,
      });
      expect((await consume(app, token, { amount: '3', request_id: 'r' })).result).toMatchObject({
        uses_left: 5,
      });
      expect((await app.post('heartbeat', { username: 'alice', token })).result).toMatchObject({
        uses_left: 5,
      });
      await expectRefused(server, 10219, () => consume(app, token, { amount: '6' }));
      expect((await app.post('recharge', { username: 'alice', card: 'C2' })).code).toBe(0);
      expect((await consume(app, token, { amount: '6' })).result).toMatchObject({
        uses_left: 9,
        uses_total: 20,
      });
    });

    it('of 50 requests for 10 uses exactly 10 succeed', async () => {
      const app = await UserApplication.withAlice(server, { type: { uses: 10 } });
      const token = String((await app.login()).result!['token']);
      expect(await codes(Array.from({ length: 50 }, () => consume(app, token)))).toEqual({
        0: 10,
        10219: 40,
      });
    });

    it('refuses a user without uses, a wrong token and an expired user', async () => {
      const app = await UserApplication.withAlice(server, {
        type: { duration: { unit: 'minutes', amount: 1 } },
      });
      const token = String((await app.login()).result!['token']);
      const answer = await expectRefused(server, 400, () => consume(app, token));
      expect(answer.errs).toEqual({ username: 'has no counted uses' });
      await expectRefused(server, 10214, () => consume(app, 'x'));
      server.clock.advance(60);
      await expectRefused(server, 10250, () => consume(app, token));
    });
  });

  it('rows of a deleted application are deleted with it', async () => {
    const { app, consume, consumptions } = await counted({ uses: 10 });
    await consume();
    expect(await consumptions()).toBe(1);
    const { applicationId } = await app.row();
    await server.dataSource.manager.delete('cards', { applicationId });
    await server.dataSource.manager.delete('card_types', { applicationId });
    await server.dataSource.manager.delete('applications', { id: applicationId });
    expect(await server.dataSource.manager.countBy(Consumption, { applicationId })).toBe(0);
  });
});
