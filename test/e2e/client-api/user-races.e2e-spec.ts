import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@app/platform';
import type { CardApplicationFile } from '../../support/card-application.js';
import { codes, heldUp, MANY, many, numbered, tokensOf } from '../../support/race.js';
import { REAL_COST, TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

describe('Requests at the same time: users', () => {
  const server = TestServer.forSuite({}, REAL_COST);

  const create = (file?: CardApplicationFile) => UserApplication.create(server, file);

  describe('registrations', () => {
    it('of one name with a card each: one succeeds, and one card is consumed', async () => {
      const cards = numbered('C');
      const app = await create({ cards });
      const answers = codes(cards.map((card) => app.register({ card })));
      expect(await answers).toEqual({ 0: 1, 10242: MANY - 1 });
      const { id } = await app.row();
      const rows = await Promise.all(cards.map((card) => app.ofCards.row(card)));
      const spent = rows.filter(({ status }) => status === 'consumed');
      expect(spent).toMatchObject([{ consumedByKind: 'user', consumedById: id }]);
      expect(await app.users()).toHaveLength(1);
      expect(await app.devices()).toEqual(['D1']);
    });

    it('of many names with one card: one succeeds', async () => {
      const app = await create();
      const answers = codes(
        heldUp(app.ofCards, () => numbered('user').map((username) => app.register({ username }))),
      );
      expect(await answers).toEqual({ 0: 1, 10240: MANY - 1 });
      const users = await app.users();
      expect(users).toHaveLength(1);
      expect(await app.ofCards.row()).toMatchObject({ status: 'consumed', consumedById: users[0]!.id });
    });

    it('of one name with one card: one succeeds, the others find the card consumed', async () => {
      const app = await create();
      const answers = codes(heldUp(app.ofCards, () => many(() => app.register())));
      expect(await answers).toEqual({ 0: 1, 10240: MANY - 1 });
    });

    it('and the first login of the card: one of them gets the card', async () => {
      const cards = numbered('C');
      const app = await create({ cards });
      for (const [i, card] of cards.entries()) {
        const [login, registration] = await Promise.all([
          app.ofCards.login('D1', card),
          app.register({ username: `user${i}`, card }),
        ]);
        expect([
          [0, 10240],
          [10218, 0],
        ]).toContainEqual([login.code, registration.code]);
      }
    });

    it('and recharges with one card: one of them gets the card', async () => {
      const app = await create({ cards: ['C1', 'C2', 'U'] });
      await app.register();
      await app.ofCards.open('D1', 'C2');
      const answers = heldUp(
        app.ofCards,
        () =>
          numbered('user').flatMap((username) => [
            app.register({ username, card: 'U' }),
            app.recharge('U'),
            app.ofCards.recharge('U', 'C2'),
          ]),
        'U',
      );
      const { 0: won, 10240: registrations = 0, 10241: recharges = 0 } = await codes(answers);
      expect([won, registrations + recharges]).toEqual([1, 3 * MANY - 1]);
      expect([MANY - 1, MANY]).toContain(registrations);
    });
  });

  it('recharges of one user with many cards: the time of each is added', async () => {
    const cards = numbered('U');
    const app = await UserApplication.withAlice(server, { cards: ['C1', ...cards] });
    expect(await codes(cards.map((card) => app.recharge(card)))).toEqual({ 0: MANY });
    expect(await app.row()).toMatchObject({ expiresAt: server.clock.now() + (MANY + 1) * 30 * DAY_MS });
  });

  it('logins of one device for one session place: exactly one token is alive afterwards', async () => {
    const app = await UserApplication.withAlice(server);
    const tokens = tokensOf(await Promise.all(many(() => app.login())));
    expect(tokens).toHaveLength(MANY);
    const lives = await Promise.all(tokens.map((token) => app.lives(token)));
    expect(lives.filter(Boolean)).toHaveLength(1);
  });

  it('logins of many devices for the remaining places: exactly that many succeed', async () => {
    const app = await UserApplication.withAlice(server, { type: { max_sessions: 0, max_devices: 3 } });
    const answers = codes(numbered('N').map((device) => app.login(device)));
    expect(await answers).toEqual({ 0: 2, 10217: MANY - 2 });
    expect(await app.devices()).toHaveLength(3);
  });
});
