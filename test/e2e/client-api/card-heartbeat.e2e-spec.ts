import { describe, expect, it } from '@jest/globals';
import { CardApplication, type CardApplicationFile, expectRefused } from '../../support/card-application.js';
import { TestServer } from '../../support/test-server.js';

const DAY = 86_400;

describe('POST /card/heartbeat', () => {
  const server = TestServer.forSuite();

  const create = (file?: CardApplicationFile) => CardApplication.create(server, file);

  it('answers the expiry and the server time', async () => {
    const app = await create({ settings: { time_zone: 'UTC' } });
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

  it('answers the expiry of a permanent card', async () => {
    const app = await create({ type: { duration: { unit: 'permanent' } } });
    const token = await app.open();
    expect((await app.heartbeat(token)).result).toMatchObject({
      expires: '2099-12-31 23:59:59',
      expires_ts: Date.parse('2099-12-31T23:59:59+08:00') / 1000,
    });
  });

  it('shows the expiry in the time zone that the application has now', async () => {
    const app = await create({ settings: { time_zone: 'UTC' } });
    const { result } = await app.login();
    await app.configure({ time_zone: 'Asia/Shanghai' });
    const answer = await app.heartbeat(String(result!.token));
    expect(answer.result!.expires_ts).toBe(result!.expires_ts);
    expect(Date.parse(`${answer.result!.expires}+08:00`)).toBe(Date.parse(`${result!.expires}Z`));
  });

  describe('is refused with 10214 and changes nothing', () => {
    it.each<[string, (app: CardApplication, token: string) => Promise<[token: string, card: string]>]>([
      ['a token nobody was given', async () => ['a'.repeat(20), 'C1']],
      ['a part of the token', async (_, token) => [token.slice(0, -1), 'C1']],
      ['the token with a further character', async (_, token) => [`${token}x`, 'C1']],
      ['the token with upper and lower case swapped', async (_, token) => [swapCase(token), 'C1']],
      ['the token of another card', async (_, token) => [token, 'C2']],
      [
        'another card that has a session, with the token of this card',
        async (app, token) => {
          await app.open('D1', 'C2');
          return [token, 'C2'];
        },
      ],
      ['a card that does not exist', async (_, token) => [token, 'C3']],
      ['the card in lower case', async (_, token) => [token, 'c1']],
      [
        'a session that logged out',
        async (app, token) => {
          await app.logout(token);
          return [token, 'C1'];
        },
      ],
      [
        'a session that was replaced',
        async (app, token) => {
          await app.open();
          return [token, 'C1'];
        },
      ],
      [
        'a session whose device was unbound',
        async (app, token) => {
          await app.unbind(token);
          return [token, 'C1'];
        },
      ],
      [
        'a session whose card was frozen',
        async (app, token) => {
          await app.change({ frozen: true });
          return [token, 'C1'];
        },
      ],
      [
        'a session whose card was frozen and unfrozen',
        async (app, token) => {
          await app.change({ frozen: true });
          await app.change({ frozen: false });
          return [token, 'C1'];
        },
      ],
    ])('%s', async (_, prepare) => {
      const app = await create({ cards: ['C1', 'C2'] });
      const opened = await app.open();
      await app.heartbeat(opened);
      const [token, card] = await prepare(app, opened);
      await expectRefused(server, 10214, () => app.heartbeat(token, card));
    });

    it('the token of a card of the same name of another application', async () => {
      const [ours, theirs] = [await create(), await create()];
      const token = await theirs.open();
      await ours.open();
      await expectRefused(server, 10214, () => ours.heartbeat(token));
      expect(await theirs.lives(token)).toBe(true);
    });

    it('an invalid token of an expired card: the token is checked first', async () => {
      const app = await create({ type: { duration: { unit: 'minutes', amount: 10 } } });
      const token = await app.open();
      await app.logout(token);
      server.clock.advance(600);
      await expectRefused(server, 10214, () => app.heartbeat(token));
    });
  });

  it('is refused with 400 without a token', async () => {
    const app = await create();
    const answer = await expectRefused(server, 400, () => app.client.post('/card/heartbeat', { card: 'C1' }));
    expect(Object.keys(answer.errs!)).toEqual(['token']);
  });

  it('is refused with 10210 from the moment the card expires', async () => {
    const app = await create({ type: { duration: { unit: 'minutes', amount: 10 } } });
    const token = await app.open();
    server.clock.advance(599);
    expect(await app.heartbeat(token)).toMatchObject({ code: 0 });
    server.clock.advance(1);
    await expectRefused(server, 10210, () => app.heartbeat(token));
  });

  describe('the timeout', () => {
    it('has not passed exactly at its end, but has passed one second later', async () => {
      const app = await create();
      const alive = await app.open();
      server.clock.advance(1800);
      expect(await app.heartbeat(alive)).toMatchObject({ code: 0 });
      server.clock.advance(1801);
      expect(await app.heartbeat(alive)).toMatchObject({ code: 10214 });
    });

    it('is the one that the application sets', async () => {
      const app = await create({ settings: { heartbeat_timeout_sec: 30 } });
      const token = await app.open();
      server.clock.advance(30);
      expect(await app.heartbeat(token)).toMatchObject({ code: 0 });
      server.clock.advance(31);
      expect(await app.heartbeat(token)).toMatchObject({ code: 10214 });
    });

    it('uses the current setting, for open sessions too', async () => {
      const app = await create();
      const token = await app.open();
      server.clock.advance(100);
      await app.configure({ heartbeat_timeout_sec: 99 });
      expect(await app.heartbeat(token)).toMatchObject({ code: 10214 });
    });

    it('counts from the last heartbeat, far beyond one timeout', async () => {
      const app = await create();
      const token = await app.open();
      for (let i = 0; i < 20; i++) {
        server.clock.advance(1799);
        expect(await app.heartbeat(token)).toMatchObject({ code: 0 });
      }
      server.clock.advance(1801);
      expect(await app.heartbeat(token)).toMatchObject({ code: 10214 });
    });

    it('counts from the last heartbeat also after the card changed', async () => {
      const app = await create();
      const token = await app.open();
      server.clock.advance(1500);
      await app.heartbeat(token);
      await app.change({ max_devices: 5 });
      server.clock.advance(1500);
      expect(await app.heartbeat(token)).toMatchObject({ code: 0 });
    });

    it('is not extended by refused heartbeats', async () => {
      const app = await create({ cards: ['C1', 'C2'] });
      const token = await app.open();
      server.clock.advance(1000);
      expect(await app.heartbeat(token, 'C2')).toMatchObject({ code: 10214 });
      server.clock.advance(801);
      expect(await app.heartbeat(token)).toMatchObject({ code: 10214 });
    });

    it('is never shortened by a heartbeat, even after the clock was set back', async () => {
      const app = await create();
      const token = await app.open();
      server.clock.advance(100);
      await app.heartbeat(token);
      server.clock.advance(-50);
      expect(await app.heartbeat(token)).toMatchObject({ code: 0 });
      server.clock.advance(50 + 1800);
      expect(await app.heartbeat(token)).toMatchObject({ code: 0 });
    });

    it('of one session is not extended by another session of the card', async () => {
      const app = await create({ type: { max_sessions: 2, max_devices: 2 } });
      const [silent, alive] = [await app.open('D1'), await app.open('D2')];
      server.clock.advance(1000);
      await app.heartbeat(alive);
      server.clock.advance(1000);
      expect([await app.lives(silent), await app.lives(alive)]).toEqual([false, true]);
    });
  });

  it('keeps a session alive for as long as the card lasts', async () => {
    const app = await create({ settings: { heartbeat_timeout_sec: 86_400 } });
    const token = await app.open();
    for (let day = 1; day < 30; day++) {
      server.clock.advance(DAY);
      expect(await app.heartbeat(token)).toMatchObject({ code: 0 });
    }
    server.clock.advance(DAY);
    expect(await app.heartbeat(token)).toMatchObject({ code: 10210 });
  });
});

function swapCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase()));
}
