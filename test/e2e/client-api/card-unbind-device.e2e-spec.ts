import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '@app/platform';
import { CardApplication, type CardApplicationFile, expectRefused } from '../../support/card-application.js';
import { TestServer } from '../../support/test-server.js';

/** Logs in and unbinds once. */
const once = async (app: CardApplication) => app.unbind(await app.open());

describe('POST /card/unbind-device', () => {
  const server = TestServer.forSuite();

  const create = (file?: CardApplicationFile) => CardApplication.create(server, file);
  /** A card on two devices, each with a session. */
  async function onTwoDevices(unbind_policy: string, type = {}) {
    const app = await create({
      settings: { unbind_policy, unbind_hours: 24 },
      type: { max_sessions: 2, max_devices: 2, unbind_limit: 9, ...type },
    });
    return { app, first: await app.open('D1'), second: await app.open('D2') };
  }

  /** A card that fails every check after the token: no unbinds left, and at most 25 hours left. */
  async function failing(unbind_policy: string, unbind_limit: number | null) {
    const app = await create({
      settings: { unbind_policy, unbind_hours: 25 },
      type: { unbind_limit, duration: { unit: 'hours', amount: 25 } },
      cards: ['C1', 'C2', 'U'],
    });
    const token = await app.open();
    expect(await app.open('D1', 'C2')).toBeDefined();
    return { app, token };
  }

  describe('by the policy', () => {
    it('unbind_only, the default: removes the binding, leaves the card unchanged', async () => {
      const app = await create({ type: { max_sessions: 2, max_devices: 2 } });
      const [first, second] = [await app.open('D1'), await app.open('D2')];
      const before = await app.row();
      server.clock.advance(60);
      const answer = await app.unbind(first);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toEqual({ code: 0, message: 'ok' });
      expect(await app.devices()).toEqual(['D2']);
      expect(await app.row()).toEqual({
        ...before,
        rowVersion: before.rowVersion + 1,
        unbindsUsed: 1,
        unboundAt: server.clock.now(),
        updatedAt: server.clock.now(),
      });
      expect([await app.lives(first), await app.lives(second)]).toEqual([false, true]);
    });

    it.each([
      ['add_hours', 24],
      ['deduct_hours', -24],
    ])('%s: the expiry moves and a live session sees it', async (policy, hours) => {
      const { app, first, second } = await onTwoDevices(policy);
      const { expiresAt } = await app.row();
      expect(await app.unbind(first)).toMatchObject({ code: 0 });
      expect(await app.devices()).toEqual(['D2']);
      expect(await app.row()).toMatchObject({ status: 'activated', expiresAt: expiresAt! + hours * HOUR_MS });
      expect((await app.heartbeat(second)).result).toMatchObject({
        expires_ts: (expiresAt! + hours * HOUR_MS) / 1000,
      });
      expect(await app.lives(first)).toBe(false);
    });

    it('deduct_hours: more than the deduction must be left', async () => {
      const app = await create({
        settings: { unbind_policy: 'deduct_hours', unbind_hours: 24, heartbeat_timeout_sec: 86_400 },
        type: { duration: { unit: 'hours', amount: 25 } },
      });
      const token = await app.open();
      server.clock.advance(3600);
      await expectRefused(server, 10257, () => app.unbind(token));
      expect(await app.lives(token)).toBe(true);
      server.clock.advance(-1);
      expect(await app.unbind(token)).toMatchObject({ code: 0 });
      expect(await app.row()).toMatchObject({ expiresAt: server.clock.now() + 1000 });
    });

    it('reset_to_unused: every device and session goes and the card can be activated again', async () => {
      const { app, first, second } = await onTwoDevices('reset_to_unused');
      expect(await app.unbind(first, 'D2')).toMatchObject({ code: 0 });
      expect(await app.devices()).toEqual([]);
      expect(await app.row()).toMatchObject({
        status: 'unused',
        activatedAt: null,
        expiresAt: null,
        unbindsUsed: 1,
      });
      expect([await app.lives(first), await app.lives(second)]).toEqual([false, false]);
      expect((await app.sessions()).map(({ endReason }) => endReason)).toEqual(['unbound', 'unbound']);

      server.clock.advance(10 * 86_400);
      const again = await app.login('D9');
      expect(again.result).toMatchObject({ expires_ts: server.clock.now() / 1000 + 30 * 86_400 });
      expect(await app.row()).toMatchObject({ status: 'activated', unbindsUsed: 1 });
      expect(await app.devices()).toEqual(['D9']);
    });

    it('of the card type rather than of the application, at once for existing cards', async () => {
      const terms = { max_sessions: 2, max_devices: 2, unbind_limit: 9 };
      const app = await create({
        settings: { unbind_policy: 'disabled', unbind_hours: 1 },
        type: { ...terms, unbind_policy: 'deduct_hours', unbind_hours: 24 },
        types: { Other: {} },
        cards: ['C1', { card: 'C2', card_type: 'Other' }],
      });
      const [first, second] = [await app.open('D1'), await app.open('D2')];
      const other = await app.open('D1', 'C2');
      await expectRefused(server, 10216, () => app.unbind(other, 'D1', 'C2'));
      const { expiresAt } = await app.row();
      expect(await app.unbind(first)).toMatchObject({ code: 0 });
      expect(await app.row()).toMatchObject({ expiresAt: expiresAt! - 24 * HOUR_MS, unbindsUsed: 1 });

      const type = (unbind_policy: string | null) => [
        { name: 'Type', duration: { unit: 'days', amount: 30 }, unbind_policy },
      ];
      await app.configure({ card_types: type(null) });
      await expectRefused(server, 10216, () => app.unbind(second, 'D2'));
      await app.configure({ unbind_policy: 'unbind_only', card_types: type('disabled') });
      await expectRefused(server, 10216, () => app.unbind(second, 'D2'));
      expect(await app.unbind(other, 'D1', 'C2')).toMatchObject({ code: 0 });
      await app.configure({ card_types: type('add_hours') });
      expect(await app.unbind(second, 'D2')).toMatchObject({ code: 0 });
      expect(await app.row()).toMatchObject({ expiresAt: expiresAt!, unbindsUsed: 2 });
    });

    it('disabled: refused with 10216', async () => {
      const { app, first } = await onTwoDevices('disabled');
      await expectRefused(server, 10216, () => app.unbind(first));
      expect(await app.lives(first)).toBe(true);
    });

    it.each(['unbind_only', 'add_hours', 'deduct_hours'])(
      '%s: a permanent card stays permanent',
      async (policy) => {
        const { app, first } = await onTwoDevices(policy, { duration: { unit: 'permanent' } });
        expect(await app.unbind(first)).toMatchObject({ code: 0 });
        expect(await app.row()).toMatchObject({ status: 'activated', expiresAt: null });
        expect(await app.devices()).toEqual(['D2']);
      },
    );

    it('reset_to_unused: a permanent card becomes unused too', async () => {
      const { app, first } = await onTwoDevices('reset_to_unused', { duration: { unit: 'permanent' } });
      expect(await app.unbind(first)).toMatchObject({ code: 0 });
      expect(await app.row()).toMatchObject({ status: 'unused' });
      expect((await app.login('D9')).result).toMatchObject({ expires: '2099-12-31 23:59:59' });
    });
  });

  describe('sessions', () => {
    it('of the device end at once, all of them; those of other devices live on', async () => {
      const app = await create({ type: { max_sessions: 0, max_devices: 2 } });
      const tokens = [await app.open('D1'), await app.open('D2'), await app.open('D1'), await app.open('D2')];
      for (const token of tokens) await app.heartbeat(token);
      await app.unbind(tokens[1]!, 'D1');
      const living = await Promise.all(tokens.map((token) => app.lives(token)));
      expect(living).toEqual([false, true, false, true]);
      expect((await app.sessions()).map(({ endReason }) => endReason)).toEqual([
        'unbound',
        null,
        'unbound',
        null,
      ]);
    });

    it('of a device of the same name on another card live on', async () => {
      const app = await create({ cards: ['C1', 'C2'] });
      const [first, second] = [await app.open('D1', 'C1'), await app.open('D1', 'C2')];
      await app.unbind(first);
      expect(await app.lives(second, 'C2')).toBe(true);
      expect(await app.devices('C2')).toEqual(['D1']);
    });

    it('that had ended keep their end', async () => {
      const { app, first, second } = await onTwoDevices('reset_to_unused');
      await app.logout(second);
      await app.unbind(first);
      expect((await app.sessions()).map(({ endReason }) => endReason)).toEqual(['unbound', 'logout']);
    });
  });

  it('frees the place for another device', async () => {
    const app = await create();
    const token = await app.open('D1');
    await expectRefused(server, 10217, () => app.login('D2'));
    await app.unbind(token);
    await app.open('D2');
    expect(await app.devices()).toEqual(['D2']);
  });

  it('compares devices byte for byte', async () => {
    const devices = ['dev', 'dev ', 'Dev', 'DEV'];
    const app = await create({ type: { max_sessions: 0, max_devices: 0 } });
    for (const device of devices.slice(1)) await app.open(device);
    const token = await app.open('other');
    await expectRefused(server, 10215, () => app.unbind(token, 'dev'));
    await app.open('dev');
    expect(await app.unbind(token, 'dev ')).toMatchObject({ code: 0 });
    expect(await app.devices()).toEqual(['Dev', 'DEV', 'other', 'dev']);
  });

  describe('attempts', () => {
    it('are used one by one by successful requests', async () => {
      const app = await create({ type: { unbind_limit: 2 } });
      expect(await once(app)).toMatchObject({ code: 0 });
      expect(await once(app)).toMatchObject({ code: 0 });
      const token = await app.open();
      await expectRefused(server, 10255, () => app.unbind(token));
      expect(await app.lives(token)).toBe(true);
      expect(await app.row()).toMatchObject({ unbindsUsed: 2 });
    });

    it('are not used by refused requests', async () => {
      const app = await create({ type: { unbind_limit: 1 } });
      const token = await app.open();
      for (let i = 0; i < 3; i++) await expectRefused(server, 10215, () => app.unbind(token, 'D2'));
      expect(await app.unbind(token)).toMatchObject({ code: 0 });
    });

    it('are not restored by a reset', async () => {
      const app = await create({
        settings: { unbind_policy: 'reset_to_unused' },
        type: { unbind_limit: 1 },
      });
      await once(app);
      const token = await app.open();
      await expectRefused(server, 10255, () => app.unbind(token));
    });

    it('are not possible with a limit of 0', async () => {
      const app = await create({ type: { unbind_limit: 0 } });
      const token = await app.open();
      await expectRefused(server, 10255, () => app.unbind(token));
    });

    it('default to the application’s limit when the card type has none', async () => {
      const app = await create({ settings: { default_unbind_limit: 1 } });
      await once(app);
      const token = await app.open();
      await expectRefused(server, 10255, () => app.unbind(token));
    });

    it('are unlimited without any limit', async () => {
      const app = await create();
      for (let i = 0; i < 6; i++) expect(await once(app)).toMatchObject({ code: 0 });
      expect(await app.row()).toMatchObject({ unbindsUsed: 6 });
    });
  });

  describe('checks in order', () => {
    it.each<[string, number, string, number | null, (token: string) => Promise<[string, string, string]>]>([
      ['no such card', 10218, 'disabled', 0, async () => ['x', 'D1', 'nope']],
      ['an invalid token', 10214, 'disabled', 0, async () => ['x', 'D1', 'C1']],
      ['the token of another card', 10214, 'disabled', 0, async (token) => [token, 'D1', 'C2']],
      ['the policy disabled', 10216, 'disabled', 0, async (token) => [token, 'D9', 'C1']],
      ['no attempts', 10255, 'deduct_hours', 0, async (token) => [token, 'D9', 'C1']],
      ['a device that is not bound', 10215, 'deduct_hours', null, async (token) => [token, 'D9', 'C1']],
      ['too little time', 10257, 'deduct_hours', null, async (token) => [token, 'D1', 'C1']],
    ])('%s: %d', async (_, code, policy, limit, choose) => {
      const { app, token } = await failing(policy, limit);
      const [given, device, card] = await choose(token);
      await expectRefused(server, code, () => app.unbind(given, device, card));
    });

    it('a consumed card: 10218', async () => {
      const { app, token } = await failing('disabled', 0);
      await app.recharge('U');
      await expectRefused(server, 10218, () => app.unbind(token, 'D1', 'U'));
    });

    it('a card of another application: 10218', async () => {
      const [ours, theirs] = [await create(), await create({ cards: ['theirs'] })];
      await ours.open();
      const token = await theirs.open('D1', 'theirs');
      await expectRefused(server, 10218, () => ours.unbind(token, 'D1', 'theirs'));
    });

    it.each<[string, (app: CardApplication, token: string) => Promise<unknown>]>([
      ['logged out', (app, token) => app.logout(token)],
      ['replaced', (app) => app.open()],
    ])('a session that was %s: 10214', async (_, prepare) => {
      const { app, token } = await failing('disabled', 0);
      await prepare(app, token);
      await expectRefused(server, 10214, () => app.unbind(token));
    });

    it('a frozen card: 10212, before its token', async () => {
      const { app, token } = await failing('disabled', 0);
      await app.change({ frozen: true });
      await expectRefused(server, 10212, () => app.unbind(token));
      await expectRefused(server, 10212, () => app.unbind('x'));
    });

    it('a session that timed out: 10214', async () => {
      const { app, token } = await failing('disabled', 0);
      server.clock.advance(1801);
      expect(await app.unbind(token)).toMatchObject({ code: 10214 });
    });
  });

  it.each(['card', 'token', 'device_id'])('is refused with 400 without %s', async (missing) => {
    const app = await create();
    const all: Record<string, string> = { card: 'C1', token: await app.open(), device_id: 'D1' };
    const { [missing]: _, ...parameters } = all;
    const answer = await expectRefused(server, 400, () => app.client.post('/card/unbind-device', parameters));
    expect(Object.keys(answer.errs!)).toEqual([missing]);
  });
});
