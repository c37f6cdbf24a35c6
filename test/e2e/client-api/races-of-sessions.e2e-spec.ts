import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '@app/platform';
import { CardApplication, type CardApplicationFile } from '../../support/card-application.js';
import { codes, countOpen, heldUp, MANY, many, numbered } from '../../support/race.js';
import type { Answer } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

/**
 * Sends heartbeats before, during and after an action. Returns the responses to the heartbeats that were sent after the
 * response to the action had arrived.
 */
async function heartbeatsAround(app: CardApplication, token: string, happen: () => Promise<unknown>) {
  // Any change drops the cached sessions, so that the heartbeats during the action reload them.
  await app.change({});
  const around = many(() => app.heartbeat(token));
  const happened = happen();
  around.push(...many(() => app.heartbeat(token)));
  await happened;
  const after = many(() => app.heartbeat(token));
  await Promise.all(around);
  return [...(await Promise.all(after)), await app.heartbeat(token)];
}

describe('Requests at the same time: unbinds and sessions', () => {
  const server = TestServer.forSuite();

  const create = (file?: CardApplicationFile) => CardApplication.create(server, file);

  /** A card with many devices D0, D1, … and a further device, whose token is returned. */
  async function onManyDevices(file: CardApplicationFile) {
    const app = await create({ ...file, type: { max_sessions: 0, max_devices: 0, ...file.type } });
    const devices = numbered('D');
    await Promise.all(devices.map((device) => app.open(device)));
    return { app, devices, token: await app.open('mine') };
  }

  describe('unbinds', () => {
    it('of many devices with one unbind left: one succeeds', async () => {
      const { app, devices, token } = await onManyDevices({ type: { unbind_limit: 1 } });
      const answers = codes(devices.map((device) => app.unbind(token, device)));
      expect(await answers).toEqual({ 0: 1, 10255: MANY - 1 });
      expect(await app.devices()).toHaveLength(MANY);
      expect(await countOpen(app)).toBe(MANY);
      expect(await app.row()).toMatchObject({ unbindsUsed: 1 });
    });

    it('of one device: one succeeds and one unbind is used', async () => {
      const { app, token } = await onManyDevices({});
      const answers = codes(many(() => app.unbind(token, 'D7')));
      expect(await answers).toEqual({ 0: 1, 10215: MANY - 1 });
      expect(await app.row()).toMatchObject({ unbindsUsed: 1 });
    });

    it('of the client’s own device: one succeeds and ends the session of the others', async () => {
      const app = await create();
      const token = await app.open();
      const answers = codes(heldUp(app, () => many(() => app.unbind(token))));
      expect(await answers).toEqual({ 0: 1, 10214: MANY - 1 });
    });

    it('of the client’s own device during a logout: one of the two succeeds', async () => {
      const cards = numbered('C');
      const app = await create({ cards });
      const tokens = await Promise.all(cards.map((card) => app.open('D1', card)));
      const answers = cards.flatMap((card, i) => [
        app.unbind(tokens[i]!, 'D1', card),
        app.logout(tokens[i]!, card),
      ]);
      expect(await codes(answers)).toEqual({ 0: MANY, 10214: MANY });
    });

    it('that deduct time: as many succeed as time is left for', async () => {
      const { app, devices, token } = await onManyDevices({
        settings: { unbind_policy: 'deduct_hours', unbind_hours: 10 },
        type: { duration: { unit: 'hours', amount: 31 } },
      });
      const answers = codes(devices.map((device) => app.unbind(token, device)));
      expect(await answers).toEqual({ 0: 3, 10257: MANY - 3 });
      expect(await app.row()).toMatchObject({ expiresAt: server.clock.now() + HOUR_MS });
    });

    it('by password with one unbind left: one succeeds', async () => {
      const { app, token } = await onManyDevices({ type: { unbind_limit: 1 } });
      await app.setPassword(token, 'secret1');
      const answers = codes(many(() => app.unbindByPassword('secret1')));
      expect(await answers).toEqual({ 0: 1, 10255: MANY - 1 });
    });

    it('by wrong passwords: five are checked', async () => {
      const app = await create();
      await app.setPassword(await app.open(), 'secret1');
      const answers = codes(numbered('wrong-').map((password) => app.unbindByPassword(password)));
      expect(await answers).toEqual({ 10254: 5, 429: MANY - 5 });
      expect(await app.row()).toMatchObject({ unbindFailures: 5 });
      expect(await app.unbindByPassword('secret1')).toMatchObject({ status: 429 });
    });
  });

  describe('sessions', () => {
    it('logouts of one token: one succeeds', async () => {
      const app = await create();
      const token = await app.open();
      const answers = codes(heldUp(app, () => many(() => app.logout(token))));
      expect(await answers).toEqual({ 0: 1, 10214: MANY - 1 });
    });

    it.each<[string, (app: CardApplication, token: string) => Promise<Answer>]>([
      ['a logout', (app, token) => app.logout(token)],
      ['an unbind', (app, token) => app.unbind(token)],
      ['a login that replaces it', (app) => app.login()],
    ])('once %s is answered every heartbeat gets 10214', async (_, end) => {
      for (let round = 0; round < 5; round++) {
        const app = await create();
        const token = await app.open();
        const after = await heartbeatsAround(app, token, async () => {
          expect(await end(app, token)).toMatchObject({ code: 0 });
        });
        expect(new Set(after.map(({ code }) => code))).toEqual(new Set([10214]));
      }
    });

    it('once a recharge is answered every heartbeat shows the new expiry', async () => {
      for (let round = 0; round < 5; round++) {
        const app = await create({ cards: ['C1', 'U'] });
        const { result } = await app.login();
        const after = await heartbeatsAround(app, String(result!.token), () => app.recharge('U'));
        const shown = new Set(after.map(({ result }) => result!.expires_ts));
        expect(shown).toEqual(new Set([Number(result!.expires_ts) + 30 * 86_400]));
      }
    });
  });
});
