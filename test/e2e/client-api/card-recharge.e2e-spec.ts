import { describe, expect, it } from '@jest/globals';
import { CardApplication, expectRefused } from '../../support/card-application.js';
import { TestServer } from '../../support/test-server.js';

const DAY = 86_400;
const at = (text: string) => Date.parse(text);

/** Further types of recharge cards besides 30 days. */
const TYPES = {
  Hour: { duration: { unit: 'hours', amount: 1 } },
  Month: { duration: { unit: 'months', amount: 1 } },
  Permanent: { duration: { unit: 'permanent' } },
  Two: { max_sessions: 2 },
  Unlimited: { max_sessions: 0 },
};

type Prepare = (app: CardApplication) => Promise<unknown>;
const nothing: Prepare = async () => undefined;
const freeze =
  (card: string): Prepare =>
  (app) =>
    app.change({ frozen: true, ...(card === 'U' && { card_type: 'Type' }) }, card);

describe('POST /card/recharge', () => {
  const server = TestServer.forSuite();

  /** An application with the card C1 (activated, 30 days) and the unused card U of a given type. */
  async function create(card_type = 'Type', settings = {}) {
    const app = await CardApplication.create(server, {
      settings: { heartbeat_timeout_sec: 86_400, ...settings },
      types: TYPES,
      cards: ['C1', 'C2', { card: 'U', card_type }],
    });
    return { app, token: await app.open() };
  }

  it('answers code and message only, and consumes the card', async () => {
    const { app } = await create();
    const target = await app.row();
    server.clock.advance(60);
    const now = server.clock.now();
    const answer = await app.recharge('U');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ code: 0, message: 'ok' });
    expect(await app.row('U')).toMatchObject({
      status: 'consumed',
      consumedByKind: 'card',
      consumedById: target.id,
      consumedAt: now,
      activatedAt: null,
      expiresAt: null,
    });
    expect(await app.row()).toEqual({
      ...target,
      rowVersion: target.rowVersion + 1,
      expiresAt: target.expiresAt! + 30 * DAY * 1000,
      updatedAt: now,
    });
  });

  describe('the new expiry', () => {
    it('counts from the current expiry if time is left', async () => {
      const { app } = await create('Hour');
      const { expiresAt } = await app.row();
      server.clock.advance(10 * DAY);
      await app.recharge('U');
      expect(await app.row()).toMatchObject({ expiresAt: expiresAt! + 3_600_000 });
    });

    it.each([
      ['just', 30 * DAY],
      ['long ago', 90 * DAY],
    ])('counts from now when the card has expired %s', async (_, seconds) => {
      const { app } = await create('Hour');
      server.clock.advance(seconds);
      expect(await app.login()).toMatchObject({ code: 10210 });
      await app.recharge('U');
      expect(await app.row()).toMatchObject({ expiresAt: server.clock.now() + 3_600_000 });
      expect((await app.login()).result).toMatchObject({ expires_ts: server.clock.now() / 1000 + 3600 });
    });

    it('follows the calendar from the old expiry, in the time zone', async () => {
      const { app } = await create('Month', { time_zone: 'America/New_York' });
      const expiry = Temporal.Instant.fromEpochMilliseconds((await app.row()).expiresAt!);
      await app.recharge('U');
      const expected = expiry.toZonedDateTimeISO('America/New_York').add({ months: 1 });
      expect(await app.row()).toMatchObject({ expiresAt: expected.epochMilliseconds });
    });

    it('does not exist after a recharge with a permanent card', async () => {
      const { app, token } = await create('Permanent');
      await app.recharge('U');
      expect(await app.row()).toMatchObject({ status: 'activated', expiresAt: null });
      expect((await app.heartbeat(token)).result).toMatchObject({
        expires: '2099-12-31 23:59:59',
        expires_ts: at('2099-12-31T23:59:59+08:00') / 1000,
      });
    });
  });

  describe('live sessions', () => {
    it('see the new expiry at their next heartbeat', async () => {
      const { app, token } = await create('Hour');
      const before = await app.heartbeat(token);
      await app.recharge('U');
      const after = await app.heartbeat(token);
      expect(after.result!.expires_ts).toBe(Number(before.result!.expires_ts) + 3600);
      expect(at(`${after.result!.expires}+08:00`)).toBe(Number(after.result!.expires_ts) * 1000);
    });

    it('of an expired card work again', async () => {
      const { app } = await create('Hour');
      server.clock.advance(30 * DAY - 1000);
      const again = await app.open();
      server.clock.advance(1000);
      expect(await app.heartbeat(again)).toMatchObject({ code: 10210 });
      await app.recharge('U');
      expect(await app.heartbeat(again)).toMatchObject({ code: 0 });
    });
  });

  it('the consumed card is of no use any more', async () => {
    const { app } = await create();
    await app.open('D2', 'C2');
    await app.recharge('U');
    await expectRefused(server, 10218, () => app.login('D1', 'U'));
    await expectRefused(server, 10241, () => app.recharge('U'));
    await expectRefused(server, 10241, () => app.recharge('U', 'C2'));
    await expectRefused(server, 10218, () => app.recharge('C1', 'U'));
  });

  it('a card that was reset to unused can be consumed, and cannot be recharged', async () => {
    const { app } = await create('Type', { unbind_policy: 'reset_to_unused', default_unbind_limit: 1 });
    const token = await app.open('D2', 'C2');
    await app.unbind(token, 'D2', 'C2');
    await expectRefused(server, 10244, () => app.recharge('U', 'C2'));
    expect(await app.recharge('C2')).toMatchObject({ code: 0 });
  });

  it('is possible if both cards have an unlimited multi-open number', async () => {
    const { app } = await create('Unlimited');
    await app.change({ max_sessions: 0 });
    expect(await app.recharge('U')).toMatchObject({ code: 0 });
  });

  it('compares the multi-open numbers of the cards, not those of their types', async () => {
    const { app } = await create('Two');
    await app.change({ max_sessions: 2 });
    expect(await app.recharge('U')).toMatchObject({ code: 0 });
  });

  describe('is refused without changing anything', () => {
    it.each<[string, number, target: string, useCard: string, Prepare]>([
      ['no such target', 10218, 'nope', 'U', nothing],
      ['the target in lower case', 10218, 'c1', 'U', nothing],
      ['a frozen target', 10212, 'C1', 'U', freeze('C1')],
      ['an unused target', 10244, 'C2', 'U', nothing],
      ['no such use_card', 10240, 'C1', 'nope', nothing],
      ['use_card in lower case', 10240, 'C1', 'u', nothing],
      ['a frozen use_card', 10240, 'C1', 'U', freeze('U')],
      ['an activated use_card', 10241, 'C1', 'U', (app) => app.open('D1', 'U')],
      ['the target as use_card', 10241, 'C1', 'C1', nothing],
      // If there are two reasons, the first check decides.
      ['no such target, no such use_card', 10218, 'nope', 'nope', nothing],
      ['a frozen and unused target', 10212, 'C2', 'U', freeze('C2')],
      ['an unused target, no such use_card', 10244, 'C2', 'nope', nothing],
      ['an unused target as use_card', 10244, 'C2', 'C2', nothing],
    ])('%s: %d', async (_, code, target, useCard, prepare) => {
      const { app } = await create();
      await prepare(app);
      await expectRefused(server, code, () => app.recharge(useCard, target));
    });

    it('a use_card of another application: 10240', async () => {
      const { app } = await create();
      await CardApplication.create(server, { cards: ['theirs'] });
      await expectRefused(server, 10240, () => app.recharge('theirs'));
    });

    it('a target of another application: 10218', async () => {
      const { app } = await create();
      const theirs = await CardApplication.create(server, { cards: ['theirs'] });
      await theirs.open('D1', 'theirs');
      await expectRefused(server, 10218, () => app.recharge('U', 'theirs'));
    });

    it.each([
      ['Two', 1],
      ['Unlimited', 1],
      ['Type', 2],
      ['Type', 0],
    ])('another multi-open number: 10256 (%s for a card of %d)', async (type, max_sessions) => {
      const { app, token } = await create(type);
      await app.change({ max_sessions });
      await expectRefused(server, 10256, () => app.recharge('U'));
      expect(await app.lives(token)).toBe(true);
    });

    it('a used card of another multi-open number: 10241', async () => {
      const { app } = await create('Two');
      await app.open('D1', 'U');
      await expectRefused(server, 10241, () => app.recharge('U'));
    });

    it('a consumed and frozen use_card: 10240', async () => {
      const { app } = await create();
      await app.recharge('U');
      await freeze('U')(app);
      await expectRefused(server, 10240, () => app.recharge('U'));
    });

    it.each(['U', 'nope', 'C1'])('a permanent target: 400 (with %s)', async (useCard) => {
      const app = await CardApplication.create(server, {
        type: { duration: { unit: 'permanent' } },
        cards: ['C1', 'U'],
      });
      await app.open();
      const answer = await expectRefused(server, 400, () => app.recharge(useCard));
      expect(Object.keys(answer.errs!)).toEqual(['card']);
    });

    it('a frozen permanent target: 10212', async () => {
      const app = await CardApplication.create(server, { type: { duration: { unit: 'permanent' } } });
      await app.open();
      await app.change({ frozen: true });
      await expectRefused(server, 10212, () => app.recharge('nope'));
    });

    it.each(['card', 'use_card'])('no %s: 400', async (missing) => {
      const { app } = await create();
      const { [missing]: _, ...parameters }: Record<string, string> = { card: 'C1', use_card: 'U' };
      const answer = await expectRefused(server, 400, () => app.client.post('/card/recharge', parameters));
      expect(Object.keys(answer.errs!)).toEqual([missing]);
    });
  });
});
