import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@app/platform';
import { type CardApplicationFile, expectRefused } from '../../support/card-application.js';
import type { Encoding, Parameters } from '../../support/signed-client.js';
import { snapshotTables } from '../../support/table-snapshot.js';
import { TestServer } from '../../support/test-server.js';
import { PASSWORD, UserApplication } from '../../support/user-application.js';

describe('POST /user/register', () => {
  const server = TestServer.forSuite();

  const create = (file?: CardApplicationFile) => UserApplication.create(server, file);
  const withAlice = (file?: CardApplicationFile) => UserApplication.withAlice(server, file);

  describe('a new user', () => {
    it('gets the time, the limits and the type of the card, and its first device', async () => {
      const app = await create({ type: { max_sessions: 3, max_devices: 4, unbind_limit: 5 } });
      server.clock.advance(60);
      const now = server.clock.now();
      const answer = await app.register();
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toEqual({ code: 0, message: 'ok' });
      const { cardTypeId } = await app.ofCards.row('C1');
      expect(await app.row()).toMatchObject({
        cardTypeId,
        username: 'alice',
        status: 'activated',
        frozen: false,
        durationUnit: 'days',
        durationAmount: 30,
        maxSessions: 3,
        maxDevices: 4,
        unbindLimit: 5,
        unbindsUsed: 0,
        activatedAt: now,
        expiresAt: now + 30 * DAY_MS,
        config: null,
        createdAt: now,
        updatedAt: now,
      });
      expect(await app.devices()).toEqual(['D1']);
      expect(await app.sessions()).toEqual([]);
    });

    it('has consumed the card', async () => {
      const app = await withAlice();
      const { id } = await app.row();
      expect(await app.ofCards.row('C1')).toMatchObject({
        status: 'consumed',
        consumedByKind: 'user',
        consumedById: id,
        consumedAt: server.clock.now(),
        activatedAt: null,
        expiresAt: null,
      });
      await expectRefused(server, 10218, () => app.ofCards.login('D1', 'C1'));
    });

    it('gets the limits that the card has, not those of its type', async () => {
      const app = await withAlice({
        cards: [{ card: 'C1', max_sessions: 7, max_devices: 0, unbind_limit: 2 }],
      });
      expect(await app.row()).toMatchObject({ maxSessions: 7, maxDevices: 0, unbindLimit: 2 });
    });

    it('is permanent with a permanent card', async () => {
      const app = await withAlice({ type: { duration: { unit: 'permanent' } } });
      expect(await app.row()).toMatchObject({ status: 'activated', expiresAt: null });
      expect((await app.login()).result).toMatchObject({ expires: '2099-12-31 23:59:59' });
    });

    it('has its months counted by the calendar of the time zone', async () => {
      const app = await withAlice({
        settings: { time_zone: 'America/New_York' },
        type: { duration: { unit: 'months', amount: 3 } },
      });
      const now = Temporal.Instant.fromEpochMilliseconds(server.clock.now());
      const expected = now.toZonedDateTimeISO('America/New_York').add({ months: 3 });
      expect(await app.row()).toMatchObject({ expiresAt: expected.epochMilliseconds });
    });

    it('does not get back the unbind attempts that the card has used', async () => {
      const app = await create({
        settings: { unbind_policy: 'reset_to_unused' },
        type: { unbind_limit: 1 },
      });
      expect(await app.ofCards.unbind(await app.ofCards.open())).toMatchObject({ code: 0 });
      const unboundAt = server.clock.now();
      server.clock.advance(60);
      expect(await app.register()).toMatchObject({ code: 0 });
      expect(await app.row()).toMatchObject({ unbindsUsed: 1, unboundAt });
      const token = await app.open();
      await expectRefused(server, 10255, () => app.unbind(token));
    });

    it('can log in at once, and keeps its password only as argon2id', async () => {
      const app = await withAlice();
      await app.open();
      expect((await app.row()).passwordHash).toMatch(/^\$argon2id\$/);
      expect(JSON.stringify(await snapshotTables(server.dataSource))).not.toContain(PASSWORD);
    });
  });

  it.each([
    ['a', 'abcdef'],
    ['u'.repeat(20), 'p'.repeat(30)],
    ['😀'.repeat(20), '😀'.repeat(30)],
    ['a name', ' with spaces '],
    ["' OR 1=1 --", 'nul\0nul'],
  ])('accepts the user name %j and the password %j', async (username, password) => {
    const app = await create();
    expect(await app.register({ username, password })).toMatchObject({ code: 0 });
    expect(await app.login('D1', username, password)).toMatchObject({ code: 0 });
    await expectRefused(server, 10243, () => app.login('D1', username, password.replace(/.$/u, '~')));
  });

  it.each<Encoding>(['json', 'form', 'multipart', 'query'])(
    'takes parameters sent as %s',
    async (encoding) => {
      const app = await create();
      const parameters = { username: 'alice', password: '密码 &=+%', card: 'C1', device_id: 'D1' };
      const { client } = app.ofCards;
      expect(await client.post('/user/register', parameters, encoding)).toMatchObject({ code: 0 });
      expect(await app.login('D1', 'alice', '密码 &=+%')).toMatchObject({ code: 0 });
    },
  );

  it('distinguishes user names byte for byte, and by application', async () => {
    const names = ['alice', 'Alice', 'álice', 'a\u0301lice'];
    const app = await create({ cards: ['C0', 'C1', 'C2', 'C3'] });
    for (const [i, username] of names.entries()) {
      expect(await app.register({ username, card: `C${i}`, password: `password${i}` })).toMatchObject({
        code: 0,
      });
    }
    for (const [i, username] of names.entries()) {
      expect(await app.login('D1', username, `password${i}`)).toMatchObject({ code: 0 });
      await expectRefused(server, 10243, () => app.login('D1', username, 'password9'));
    }
    await withAlice();
  });

  describe('refuses without changing anything', () => {
    it('a name that is taken with 10242, whatever the password', async () => {
      const app = await withAlice();
      await expectRefused(server, 10242, () => app.register({ card: 'C2' }));
      await expectRefused(server, 10242, () => app.register({ card: 'C2', password: 'another password' }));
      expect(await app.ofCards.row('C2')).toMatchObject({ status: 'unused' });
    });

    it.each<[string, (app: UserApplication) => Promise<unknown>, card: string]>([
      ['that does not exist', async () => undefined, 'nope'],
      ['in lower case', async () => undefined, 'c2'],
      ['that is frozen', (app) => app.ofCards.change({ frozen: true }, 'C2'), 'C2'],
      ['that was activated', (app) => app.ofCards.open('D1', 'C2'), 'C2'],
      ['that a registration consumed', async () => undefined, 'C1'],
      ['that a recharge consumed', (app) => app.recharge('C2'), 'C2'],
    ])('a card %s with 10240', async (_, prepare, card) => {
      const app = await withAlice();
      await prepare(app);
      await expectRefused(server, 10240, () => app.register({ username: 'bob', card }));
      // The card is checked before the name, so that names are not revealed without a card.
      await expectRefused(server, 10240, () => app.register({ card }));
    });

    it('a card of another application with 10240', async () => {
      const app = await create();
      await create({ cards: ['theirs'] });
      await expectRefused(server, 10240, () => app.register({ card: 'theirs' }));
    });

    it.each<[string, Parameters, string]>([
      ['an empty user name', { username: '' }, 'username'],
      ['a user name of 21 characters', { username: 'u'.repeat(21) }, 'username'],
      ['a user name with white space around it', { username: 'alice ' }, 'username'],
      ['a user name with a control character', { username: 'al\tice' }, 'username'],
      ['a user name with an invisible character', { username: 'al\u200bice' }, 'username'],
      ['an empty password', { password: '' }, 'password'],
      ['a password of 5 characters', { password: '12345' }, 'password'],
      ['a password of 5 characters beyond the basic plane', { password: '😀'.repeat(5) }, 'password'],
      ['a password of 31 characters', { password: 'p'.repeat(31) }, 'password'],
      ['an empty card', { card: '' }, 'card'],
      ['a card of 65 characters', { card: 'c'.repeat(65) }, 'card'],
      ['an empty device', { device_id: '' }, 'device_id'],
      ['a device of 129 characters', { device_id: 'd'.repeat(129) }, 'device_id'],
    ])('%s with 400', async (_, parameters, wrong) => {
      const app = await create();
      const answer = await expectRefused(server, 400, () => app.register(parameters));
      expect(Object.keys(answer.errs!)).toEqual([wrong]);
    });

    it.each(['username', 'password', 'card', 'device_id'])('no %s with 400', async (missing) => {
      const app = await create();
      const all: Record<string, string> = {
        username: 'alice',
        password: PASSWORD,
        card: 'C1',
        device_id: 'D1',
      };
      const { [missing]: _, ...parameters } = all;
      const answer = await expectRefused(server, 400, () => app.post('register', parameters));
      expect(Object.keys(answer.errs!)).toEqual([missing]);
    });
  });
});
