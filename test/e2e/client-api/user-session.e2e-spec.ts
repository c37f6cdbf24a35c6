import { describe, expect, it } from '@jest/globals';
import { SessionExpiryJob } from '@app/licensing';
import { type CardApplicationFile, expectRefused } from '../../support/card-application.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

describe('Sessions of users', () => {
  const server = TestServer.forSuite();

  const withAlice = (file?: CardApplicationFile) => UserApplication.withAlice(server, file);

  describe('POST /user/heartbeat', () => {
    it('answers the expiry and the server time', async () => {
      const app = await withAlice();
      const { result } = await app.login();
      server.clock.advance(60);
      const answer = await app.heartbeat(String(result!.token));
      expect(answer).toMatchObject({ status: 200, code: 0, message: 'ok' });
      expect(answer.result).toEqual({
        expires: result!.expires,
        expires_ts: result!.expires_ts,
        server_time: server.clock.now() / 1000,
      });
    });

    const stay = async () => undefined;
    it.each<[string, username: string, (app: UserApplication, token: string) => Promise<unknown>]>([
      ['in the name of another user', 'bob', stay],
      ['in the name of a user who does not exist', 'nobody', stay],
      ['with a capital letter in the name', 'Alice', stay],
      ['of a session that logged out', 'alice', (app, token) => app.logout(token)],
      ['of a session that was replaced', 'alice', (app) => app.open()],
      ['of a session whose device was unbound', 'alice', (app, token) => app.unbind(token)],
      ['of a session whose user was frozen', 'alice', (app) => app.change({ frozen: true })],
    ])('is refused with 10214 for a token %s', async (_, username, prepare) => {
      const app = await withAlice();
      await app.register({ username: 'bob', card: 'C2' });
      const token = await app.open();
      await prepare(app, token);
      await expectRefused(server, 10214, () => app.heartbeat(token, username));
    });

    it('is refused with 10214 for a token that was never issued', async () => {
      const app = await withAlice();
      await expectRefused(server, 10214, () => app.heartbeat('a'.repeat(20)));
    });

    it('is refused with 10250 from the moment the user expires', async () => {
      const app = await withAlice({ type: { duration: { unit: 'minutes', amount: 10 } } });
      const token = await app.open();
      server.clock.advance(599);
      expect(await app.heartbeat(token)).toMatchObject({ code: 0 });
      server.clock.advance(1);
      await expectRefused(server, 10250, () => app.heartbeat(token));
    });

    it.each(['username', 'token'])('is refused with 400 without %s', async (missing) => {
      const app = await withAlice();
      const all: Record<string, string> = { username: 'alice', token: await app.open() };
      const { [missing]: _, ...parameters } = all;
      const answer = await expectRefused(server, 400, () => app.post('heartbeat', parameters));
      expect(Object.keys(answer.errs!)).toEqual([missing]);
    });
  });

  describe('POST /user/logout', () => {
    it('ends the session once and answers code and message only', async () => {
      const app = await withAlice();
      const token = await app.open();
      const answer = await app.logout(token);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toEqual({ code: 0, message: 'ok' });
      expect(await app.sessions()).toMatchObject([{ endReason: 'logout' }]);
      await expectRefused(server, 10214, () => app.logout(token));
      await expectRefused(server, 10214, () => app.heartbeat(token));
    });

    it('is refused with 10214 in the name of another user, and leaves that session live', async () => {
      const app = await withAlice();
      await app.register({ username: 'bob', card: 'C2' });
      const [alice, bob] = [await app.open(), await app.open('D1', 'bob')];
      await expectRefused(server, 10214, () => app.logout(alice, 'bob'));
      expect([await app.lives(alice), await app.lives(bob, 'bob')]).toEqual([true, true]);
    });

    it.each(['username', 'token'])('is refused with 400 without %s', async (missing) => {
      const app = await withAlice();
      const all: Record<string, string> = { username: 'alice', token: await app.open() };
      const { [missing]: _, ...parameters } = all;
      const answer = await expectRefused(server, 400, () => app.post('logout', parameters));
      expect(Object.keys(answer.errs!)).toEqual([missing]);
    });
  });

  describe('the timeout', () => {
    it('has not passed exactly at its end, but has passed one second later', async () => {
      const app = await withAlice();
      const token = await app.open();
      server.clock.advance(1800);
      expect(await app.heartbeat(token)).toMatchObject({ code: 0 });
      server.clock.advance(1801);
      expect(await app.heartbeat(token)).toMatchObject({ code: 10214 });
      await server.get(SessionExpiryJob).run();
      expect(await app.sessions()).toMatchObject([{ endReason: 'timeout' }]);
    });

    it('frees the place for another device, even before the job recorded it', async () => {
      const app = await withAlice({ type: { max_devices: 2 } });
      await app.open('D1');
      server.clock.advance(1800);
      expect(await app.login('D2')).toMatchObject({ code: 10253 });
      server.clock.advance(1);
      await app.open('D2');
    });
  });

  describe('a card and a user of one name', () => {
    /** The card and the user `same`, each with a session on the device D1. */
    async function namesakes() {
      const app = await UserApplication.create(server, {
        type: { unbind_limit: 1 },
        cards: ['C1', 'C2', 'same', 'U'],
      });
      await app.register({ username: 'same' });
      return { app, card: await app.ofCards.open('D1', 'same'), user: await app.open('D1', 'same') };
    }

    it('have separate sessions: the token of one gets 10214 for the other', async () => {
      const { app, card, user } = await namesakes();
      await expectRefused(server, 10214, () => app.heartbeat(card, 'same'));
      await expectRefused(server, 10214, () => app.logout(card, 'same'));
      await expectRefused(server, 10214, () => app.unbind(card, 'D1', 'same'));
      await expectRefused(server, 10214, () => app.ofCards.heartbeat(user, 'same'));
      await expectRefused(server, 10214, () => app.ofCards.logout(user, 'same'));
      await expectRefused(server, 10214, () => app.ofCards.unbind(user, 'D1', 'same'));
      expect([await app.ofCards.lives(card, 'same'), await app.lives(user, 'same')]).toEqual([true, true]);
    });

    it('have separate sessions after reloading from the database, too', async () => {
      const { app, card, user } = await namesakes();
      // A new revision makes the server reload every session.
      await app.change({ frozen: false }, 'same');
      expect(await app.heartbeat(card, 'same')).toMatchObject({ code: 10214 });
      expect(await app.ofCards.heartbeat(user, 'same')).toMatchObject({ code: 10214 });
      expect([await app.ofCards.lives(card, 'same'), await app.lives(user, 'same')]).toEqual([true, true]);
    });

    it('are unbound, recharged and configured separately', async () => {
      const { app, card, user } = await namesakes();
      const before = await app.ofCards.row('same');
      expect(await app.setConfig('{"of":"user"}', 'same')).toMatchObject({ code: 0 });
      expect(await app.recharge('U', 'same')).toMatchObject({ code: 0 });
      expect(await app.unbind(user, 'D1', 'same')).toMatchObject({ code: 0 });
      expect(await app.ofCards.row('same')).toEqual(before);
      expect(await app.ofCards.devices('same')).toEqual(['D1']);
      expect(await app.ofCards.lives(card, 'same')).toBe(true);
      expect(await app.devices('same')).toEqual([]);
    });

    it('a card can be consumed by the user of the same name', async () => {
      const app = await UserApplication.create(server, { cards: ['C1', 'same'] });
      await app.register({ username: 'same' });
      const user = await app.open('D1', 'same');
      expect(await app.recharge('same', 'same')).toMatchObject({ code: 0 });
      expect(await app.ofCards.row('same')).toMatchObject({ status: 'consumed', consumedByKind: 'user' });
      expect(await app.lives(user, 'same')).toBe(true);
    });
  });
});
