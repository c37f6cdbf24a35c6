import { describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { ApplicationDirectory } from '@app/applications';
import { Application, Card, type LicenceHolder, type UnbindPolicy } from '@app/database';
import { CardApplication, type CardApplicationFile, expectRefused } from '../../support/card-application.js';
import { codes, heldUp } from '../../support/race.js';
import type { Answer } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

const HOUR = 3600;
/**
 * Number of racing requests. Each request hashes a password while the card is locked. With 20 requests on a slow
 * machine, some would exceed the maximum wait for a lock.
 */
const FEW = 4;
const few = (send: () => Promise<Answer>) => Array.from({ length: FEW }, send);
const PASSWORD = 'secret1';
const MOVING: UnbindPolicy[] = ['reset_to_unused', 'add_hours', 'deduct_hours'];
const GIVING: UnbindPolicy[] = ['reset_to_unused', 'add_hours'];

describe('Unbinding and time', () => {
  const server = TestServer.forSuite();

  const file = (unbind_policy: string, unbind_limit: number | null = 9): CardApplicationFile => ({
    // The session timeout is longer than the card's time.
    settings: { unbind_policy, unbind_hours: 1, heartbeat_timeout_sec: 86_400 },
    type: { duration: { unit: 'hours', amount: 2 }, unbind_limit, max_devices: 2, max_sessions: 2 },
    cards: ['C1', 'U'],
  });

  /** A card of two hours on D1, with an unbind password. */
  async function withCard(policy: string, limit?: number | null) {
    const app = await CardApplication.create(server, file(policy, limit));
    const token = await app.open();
    expect(await app.setPassword(token, PASSWORD)).toMatchObject({ code: 0 });
    return { app, token };
  }

  /** Restores a state that older versions allowed: a policy that adds time, without an unbind limit. */
  async function loseLimit(app: CardApplication, policy: UnbindPolicy) {
    const { id, applicationId } = await app.row();
    await server.dataSource.getRepository(Card).update({ id }, { unbindLimit: null });
    const changes = { unbindPolicy: policy, revision: () => 'revision + 1' };
    await server.dataSource.getRepository(Application).update({ id: applicationId }, changes);
    await server.get(ApplicationDirectory).refresh();
  }

  const timeOf = ({ status, expiresAt, activatedAt }: Pick<LicenceHolder, keyof LicenceHolder>) => ({
    status,
    expiresAt,
    activatedAt,
  });

  describe.each(MOVING)('%s of an expired card', (policy) => {
    it('is refused with 10210, by token and by password', async () => {
      const { app, token } = await withCard(policy);
      server.clock.advance(2 * HOUR);
      await expectRefused(server, 10210, () => app.unbind(token));
      await expectRefused(server, 10210, () => app.unbindByPassword(PASSWORD));
      expect(await app.login()).toMatchObject({ code: 10210 });
    });

    it('is refused after the checks of token and password, and before that of the limit', async () => {
      const { app, token } = await withCard(policy, 0);
      server.clock.advance(2 * HOUR);
      await expectRefused(server, 10214, () => app.unbind('x'));
      expect(await app.unbindByPassword('wrong-1')).toMatchObject({ code: 10254 });
      await expectRefused(server, 10210, () => app.unbind(token, 'D9'));
    });

    it('is possible until the moment of expiry', async () => {
      const { app, token } = await withCard(policy === 'deduct_hours' ? 'unbind_only' : policy);
      server.clock.advance(2 * HOUR - 1);
      expect(await app.unbind(token)).toMatchObject({ code: 0 });
    });

    it('is refused for a user with 10250', async () => {
      const app = await UserApplication.withAlice(server, file(policy));
      const token = await app.open();
      server.clock.advance(2 * HOUR);
      await expectRefused(server, 10250, () => app.unbind(token));
    });
  });

  it('unbind_only of an expired card succeeds, and the card can be recharged for another device', async () => {
    const { app, token } = await withCard('unbind_only');
    server.clock.advance(2 * HOUR);
    expect(await app.unbind(token)).toMatchObject({ code: 0 });
    expect(await app.row()).toMatchObject({ status: 'activated', unbindsUsed: 1 });
    expect(await app.recharge('U')).toMatchObject({ code: 0 });
    await app.open('D9');

    server.clock.advance(2 * HOUR);
    expect(await app.unbindByPassword(PASSWORD)).toMatchObject({ code: 0 });
    expect(await app.login()).toMatchObject({ code: 10210 });
  });

  it('unbind_only of an expired user succeeds', async () => {
    const app = await UserApplication.withAlice(server, file('unbind_only'));
    const token = await app.open();
    server.clock.advance(2 * HOUR);
    expect(await app.unbind(token)).toMatchObject({ code: 0 });
    expect(await app.login()).toMatchObject({ code: 10250 });
  });

  describe.each(['unbind_only', ...MOVING, 'disabled'])('%s of a frozen holder', (policy) => {
    it('a card: 10212 for any token or password, and it is unchanged', async () => {
      const { app, token } = await withCard(policy);
      await app.change({ frozen: true });
      for (const given of [token, 'x']) await expectRefused(server, 10212, () => app.unbind(given));
      for (const given of [PASSWORD, 'wrong-1']) {
        await expectRefused(server, 10212, () => app.unbindByPassword(given));
      }
      await app.change({ frozen: false });
      expect(await app.devices()).toEqual(['D1']);
    });

    it('a user: 10252', async () => {
      const app = await UserApplication.withAlice(server, file(policy));
      const token = await app.open();
      await app.change({ frozen: true });
      await expectRefused(server, 10252, () => app.unbind(token));
    });
  });

  it('guesses at the password of a frozen card are not counted', async () => {
    const { app } = await withCard('unbind_only');
    await app.change({ frozen: true });
    for (let i = 0; i < 6; i++) await app.unbindByPassword('wrong-1');
    await app.change({ frozen: false });
    expect(await app.unbindByPassword(PASSWORD)).toMatchObject({ code: 0 });
  });

  describe.each(GIVING)('%s without a limit', (policy) => {
    it('is refused with 10255 for a card without a limit, permanent or not', async () => {
      for (const unit of ['hours', 'permanent']) {
        const app = await CardApplication.create(server, {
          ...file('unbind_only', null),
          type: { duration: unit === 'permanent' ? { unit } : { unit, amount: 2 } },
        });
        const token = await app.open();
        await app.setPassword(token, PASSWORD);
        await loseLimit(app, policy);
        await expectRefused(server, 10255, () => app.unbind(token));
        await expectRefused(server, 10255, () => app.unbindByPassword(PASSWORD));
      }
    });

    it('is refused with 10255 for a user who registers with such a card', async () => {
      const app = await UserApplication.create(server, file('unbind_only', null));
      await loseLimit(app.ofCards, policy);
      expect(await app.register()).toMatchObject({ code: 0 });
      const token = await app.open();
      await expectRefused(server, 10255, () => app.unbind(token));
    });
  });

  it('add_hours by token and by password in turn gives as many hours as the limit allows', async () => {
    const { app, token } = await withCard('add_hours', 3);
    const { expiresAt } = await app.row();
    let current = token;
    for (let i = 0; i < 5; i++) {
      const { code } = i % 2 ? await app.unbindByPassword(PASSWORD) : await app.unbind(current);
      expect(code).toBe(i < 3 ? 0 : 10255);
      current = await app.open();
    }
    expect(await app.row()).toMatchObject({ expiresAt: expiresAt! + 3 * HOUR * 1000, unbindsUsed: 3 });
  });

  it('reset_to_unused gives as many whole terms as the limit allows, however the card is recharged and consumed', async () => {
    const { app } = await withCard('reset_to_unused', 2);
    const began = server.clock.now();
    for (let i = 0; i < 50; i++) {
      server.clock.advance(2 * HOUR - 1);
      await app.unbindByPassword(PASSWORD);
      const { code, result } = await app.login();
      if (code !== 0) break;
      await app.setPassword(String(result!.token), PASSWORD);
    }
    expect(await app.row()).toMatchObject({ status: 'activated', unbindsUsed: 2 });
    expect((await app.row()).expiresAt! - began).toBeLessThanOrEqual(3 * 2 * HOUR * 1000);
    // A recharge does not restore used unbinds.
    expect(await app.recharge('U')).toMatchObject({ code: 0 });
    await expectRefused(server, 10255, () => app.unbindByPassword(PASSWORD));
  });

  it('kick_oldest: logging in as another device gives neither time nor attempts', async () => {
    const { app } = await withCard('reset_to_unused', 1);
    await app.configure({ multi_open_policy: 'kick_oldest' });
    const before = await app.row();
    for (const device of ['D1', 'D2', 'D1', 'D2']) await app.open(device);
    expect(timeOf(await app.row())).toEqual(timeOf(before));
    expect(await app.unbind(await app.open())).toMatchObject({ code: 0 });
    const again = await app.open('D3');
    await expectRefused(server, 10255, () => app.unbind(again, 'D3'));
  });

  it('after the clock was set back, an expired card is valid only for that time', async () => {
    const { app } = await withCard('reset_to_unused', 1);
    server.clock.advance(2 * HOUR);
    await expectRefused(server, 10210, () => app.unbindByPassword(PASSWORD));
    const { expiresAt } = await app.row();
    server.clock.advance(-1);
    expect((await app.login()).result).toMatchObject({ expires_ts: expiresAt! / 1000 });
    server.clock.advance(1);
    expect(await app.login()).toMatchObject({ code: 10210 });
  });

  describe('at the same time', () => {
    it('unbinds at the moment the card expires: an unbind before the expiry resets the card, or none does', async () => {
      const { app } = await withCard('reset_to_unused', 9);
      server.clock.advance(2 * HOUR - 1);
      const around = () => {
        const before = few(() => app.unbindByPassword(PASSWORD));
        server.clock.advance(1);
        return [...before, ...few(() => app.unbindByPassword(PASSWORD))];
      };
      const { 0: done = 0, 10210: expired = 0, 10215: late = 0 } = await codes(heldUp(app, around));
      expect(done + expired + late).toBe(2 * FEW);
      expect(done).toBeLessThanOrEqual(1);
      const status = done === 1 ? 'unused' : 'activated';
      expect(await app.row()).toMatchObject({ status, unbindsUsed: done });
    });

    it('unbinds of an expired card: none succeeds', async () => {
      const { app } = await withCard('reset_to_unused', 9);
      server.clock.advance(2 * HOUR);
      const { expiresAt } = await app.row();
      const answers = codes(heldUp(app, () => few(() => app.unbindByPassword(PASSWORD))));
      expect(await answers).toEqual({ 10210: FEW });
      expect(await app.row()).toMatchObject({ status: 'activated', expiresAt, unbindsUsed: 0 });
    });

    it('unbinds that were checked before the card was frozen are refused', async () => {
      const { app, token } = await withCard('reset_to_unused', 9);
      const unbinds = () => [...few(() => app.unbind(token)), ...few(() => app.unbindByPassword(PASSWORD))];
      const freeze = (manager: EntityManager, id: number) => manager.update(Card, { id }, { frozen: true });
      expect(await codes(heldUp(app, unbinds, 'C1', freeze))).toEqual({ 10212: 2 * FEW });
      expect(await app.row()).toMatchObject({ status: 'activated', unbindsUsed: 0 });
    });

    it('a recharge and unbinds of an expired card: they add no more than the recharge', async () => {
      const { app } = await withCard('add_hours', 1);
      server.clock.advance(2 * HOUR);
      const now = server.clock.now();
      const unbinds = few(() => app.unbindByPassword(PASSWORD));
      const [recharged, ...answers] = await Promise.all([app.recharge('U'), ...unbinds]);
      expect(recharged.code).toBe(0);
      const done = answers.filter(({ code }) => code === 0).length;
      expect(done).toBeLessThanOrEqual(1);
      expect(await app.row()).toMatchObject({ expiresAt: now + (2 + done) * HOUR * 1000, unbindsUsed: done });
    });
  });
});
