import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '@app/platform';
import { CardApplication, type CardApplicationFile } from '../../support/card-application.js';
import { codes, countLiving, countOpen, heldUp, MANY, many, numbered, tokensOf } from '../../support/race.js';
import { TestServer } from '../../support/test-server.js';

describe('Requests at the same time: logins and recharges', () => {
  const server = TestServer.forSuite();

  const create = (file?: CardApplicationFile) => CardApplication.create(server, file);

  describe('logins', () => {
    it('first logins of many devices for one place: one succeeds and the card is activated once', async () => {
      const app = await create();
      const answers = codes(heldUp(app, () => numbered('D').map((device) => app.login(device))));
      expect(await answers).toEqual({ 0: 1, 10217: MANY - 1 });
      expect(await app.devices()).toHaveLength(1);
      expect(await app.sessions()).toHaveLength(1);
      expect(await app.row()).toMatchObject({ expiresAt: server.clock.now() + 30 * 24 * HOUR_MS });
    });

    it('first logins of one device without limits: all succeed, the device is bound once', async () => {
      const app = await create({ type: { max_sessions: 0 } });
      const answers = await heldUp(app, () => many(() => app.login()));
      expect(await countLiving(app, tokensOf(answers))).toBe(MANY);
      expect(new Set(answers.map(({ result }) => result!.expires_ts)).size).toBe(1);
      expect(await app.devices()).toEqual(['D1']);
    });

    it('of one device for one session place: exactly one token is alive afterwards', async () => {
      const app = await create();
      const answers = await heldUp(app, () => many(() => app.login()));
      expect(tokensOf(answers)).toHaveLength(MANY);
      expect(await countLiving(app, tokensOf(answers))).toBe(1);
      expect(await countOpen(app)).toBe(1);
    });

    it('of many devices for three session places: three succeed', async () => {
      const app = await create({ type: { max_sessions: 3, max_devices: 0 } });
      const answers = await heldUp(app, () => numbered('D').map((device) => app.login(device)));
      expect(answers.filter(({ code }) => code === 10213)).toHaveLength(MANY - 3);
      expect(await countLiving(app, tokensOf(answers))).toBe(3);
      expect(await app.devices()).toHaveLength(3);
    });

    it('of many devices with kick_oldest: as many tokens live as there are places', async () => {
      const app = await create({
        settings: { multi_open_policy: 'kick_oldest' },
        type: { max_sessions: 3, max_devices: 0 },
      });
      const answers = await heldUp(app, () => numbered('D').map((device) => app.login(device)));
      expect(tokensOf(answers)).toHaveLength(MANY);
      expect(await countLiving(app, tokensOf(answers))).toBe(3);
      expect(await countOpen(app)).toBe(3);
    });

    it('and freezing: no session lives on a frozen card', async () => {
      const cards = numbered('C');
      const app = await create({ cards, type: { max_sessions: 0 } });
      const before = await Promise.all(cards.map((card) => app.open('D1', card)));
      for (const [i, card] of cards.entries()) {
        const [answers] = await Promise.all([
          Promise.all([1, 2, 3, 4].map(() => app.login('D1', card))),
          app.change({ frozen: true }, card),
        ]);
        for (const { code } of answers) expect([0, 10212]).toContain(code);
        for (const token of [before[i]!, ...tokensOf(answers)]) {
          expect(await app.heartbeat(token, card)).toMatchObject({ code: 10214 });
        }
        expect(await countOpen(app, card)).toBe(0);
      }
    });
  });

  describe('recharges', () => {
    it('of many targets with one card: one succeeds', async () => {
      const cards = numbered('C');
      const app = await create({ cards: [...cards, 'U'] });
      await Promise.all(cards.map((card) => app.open('D1', card)));
      const answers = codes(cards.map((card) => app.recharge('U', card)));
      expect(await answers).toEqual({ 0: 1, 10241: MANY - 1 });
      const rows = await Promise.all(cards.map((card) => app.row(card)));
      const recharged = rows.filter((row) => row.expiresAt! > server.clock.now() + 31 * 24 * HOUR_MS);
      expect(recharged.map(({ id }) => id)).toEqual([(await app.row('U')).consumedById]);
    });

    it('of one target with one card: one succeeds and adds its time once', async () => {
      const app = await create({ cards: ['C1', 'U'] });
      await app.open();
      const answers = codes(heldUp(app, () => many(() => app.recharge('U'))));
      expect(await answers).toEqual({ 0: 1, 10241: MANY - 1 });
      expect(await app.row()).toMatchObject({ expiresAt: server.clock.now() + 60 * 24 * HOUR_MS });
    });

    it('of one target with many cards: the time of each is added', async () => {
      const cards = numbered('U');
      const app = await create({ cards: ['C1', ...cards] });
      await app.open();
      expect(await codes(cards.map((card) => app.recharge(card)))).toEqual({ 0: MANY });
      expect(await app.row()).toMatchObject({
        expiresAt: server.clock.now() + (MANY + 1) * 30 * 24 * HOUR_MS,
      });
    });

    it('crosswise, of two activated cards with each other: refused', async () => {
      const app = await create({ cards: ['A', 'B'] });
      await Promise.all(['A', 'B'].map((card) => app.open('D1', card)));
      const answers = codes(numbered('').flatMap(() => [app.recharge('A', 'B'), app.recharge('B', 'A')]));
      expect(await answers).toEqual({ 10241: 2 * MANY });
    });

    it('crosswise, of an activated and an unused card: the unused one is consumed once', async () => {
      const app = await create({ cards: ['A', 'B'] });
      await app.open('D1', 'A');
      const forth = many(() => app.recharge('B', 'A'));
      const back = many(() => app.recharge('A', 'B'));
      const [forthCodes, backCodes] = await Promise.all([codes(forth), codes(back)]);
      expect(forthCodes).toEqual({ 0: 1, 10241: MANY - 1 });
      // Recharging B is refused with 10244 while B is unused, and with 10218 after B was consumed.
      expect((backCodes[10244] ?? 0) + (backCodes[10218] ?? 0)).toBe(MANY);
    });

    it('crosswise, of two cards with the same two: each is consumed once', async () => {
      const app = await create({ cards: ['U', 'A', 'B', 'V'] });
      await Promise.all(['A', 'B'].map((card) => app.open('D1', card)));
      const answers = codes(
        numbered('').flatMap(() =>
          ['A', 'B'].flatMap((card) => ['U', 'V'].map((use) => app.recharge(use, card))),
        ),
      );
      expect(await answers).toEqual({ 0: 2, 10241: 4 * MANY - 2 });
    });

    it('and the first login of the card to consume: one of them wins', async () => {
      const cards = numbered('U');
      const app = await create({ cards: ['C1', ...cards] });
      await app.open();
      for (const card of cards) {
        const [login, recharge] = await Promise.all([app.login('D1', card), app.recharge(card)]);
        expect([
          [0, 10241],
          [10218, 0],
        ]).toContainEqual([login.code, recharge.code]);
      }
    });
  });
});
