import { describe, expect, it } from '@jest/globals';
import { HeartbeatSaver } from '@app/licensing';
import { CardApplication, type CardApplicationFile, expectRefused } from '../../support/card-application.js';
import { TestServer } from '../../support/test-server.js';

const reasons = async (app: CardApplication) => (await app.sessions()).map(({ endReason }) => endReason);

describe('POST /card/login: device and session places', () => {
  const server = TestServer.forSuite();

  const create = (file?: CardApplicationFile) => CardApplication.create(server, file);

  describe('devices', () => {
    const DEVICES = ['dev', 'dev ', ' dev', 'Dev', 'DEV', 'dév', 'de\u0301v', 'dév '.normalize('NFD')];

    it('compare byte for byte', async () => {
      const app = await create({ type: { max_sessions: 0, max_devices: DEVICES.length } });
      for (const device of DEVICES) await app.open(device);
      for (const device of DEVICES) await app.open(device);
      expect(await app.devices()).toEqual(DEVICES);
    });

    it.each(['dev ', ' dev', 'Dev', 'DEV', 'de', 'devi', 'dev\0'])(
      'the device dev is bound, and %j counts as another device',
      async (device) => {
        const app = await create();
        await app.open('dev');
        await expectRefused(server, 10217, () => app.login(device));
      },
    );

    it('are bound once however often they log in', async () => {
      const app = await create({ type: { max_sessions: 0 } });
      for (let i = 0; i < 3; i++) await app.open('D1');
      expect(await app.devices()).toEqual(['D1']);
    });

    it('are unlimited with max_devices 0', async () => {
      const app = await create({ type: { max_sessions: 0, max_devices: 0 } });
      for (let i = 1; i <= 12; i++) await app.open(`D${i}`);
      expect(await app.devices()).toHaveLength(12);
    });

    it('that are bound can still log in after the limit is lowered; new devices cannot', async () => {
      const app = await create({ type: { max_sessions: 0, max_devices: 3 } });
      for (const device of ['D1', 'D2', 'D3']) await app.open(device);
      await app.change({ max_devices: 1 });
      await app.open('D3');
      await expectRefused(server, 10217, () => app.login('D4'));
    });

    it('of one card do not count for another', async () => {
      const app = await create({ cards: ['C1', 'C2'] });
      await app.open('D1', 'C1');
      await app.open('D1', 'C2');
      expect([await app.devices('C1'), await app.devices('C2')]).toEqual([['D1'], ['D1']]);
    });

    it.each([
      ['128 characters', 'd'.repeat(128)],
      ['128 characters beyond the basic plane', '😀'.repeat(128)],
    ])('may have names of %s', async (_, device) => {
      const app = await create();
      await app.open(device);
      await app.open(device);
      expect(await app.devices()).toEqual([device]);
    });
  });

  describe('at the multi-open limit', () => {
    it('a session of the same device is replaced, its token ends', async () => {
      const app = await create();
      const old = await app.open('D1');
      const token = await app.open('D1');
      expect(await app.heartbeat(old)).toMatchObject({ code: 10214 });
      expect(await app.lives(token)).toBe(true);
      expect(await reasons(app)).toEqual(['replaced', null]);
    });

    it('a session of the same device is replaced even though another is older', async () => {
      const app = await create({
        settings: { multi_open_policy: 'kick_oldest' },
        type: { max_sessions: 2, max_devices: 2 },
      });
      const other = await app.open('D1');
      server.clock.advance(1);
      const old = await app.open('D2');
      server.clock.advance(1);
      const token = await app.open('D2');
      expect([await app.lives(other), await app.lives(old), await app.lives(token)]).toEqual([
        true,
        false,
        true,
      ]);
    });

    it('refuse: another device is refused until a session ends', async () => {
      const app = await create({ type: { max_sessions: 2, max_devices: 3 } });
      const tokens = [await app.open('D1'), await app.open('D2')];
      await expectRefused(server, 10213, () => app.login('D3'));
      await app.logout(tokens[0]!);
      await app.open('D3');
      expect(await app.lives(tokens[1]!)).toBe(true);
    });

    it('kick_oldest: the oldest login ends, regardless of heartbeats', async () => {
      const app = await create({
        settings: { multi_open_policy: 'kick_oldest' },
        type: { max_sessions: 2, max_devices: 0 },
      });
      const tokens: string[] = [];
      for (const device of ['D1', 'D2']) {
        tokens.push(await app.open(device));
        server.clock.advance(10);
      }
      await app.heartbeat(tokens[0]!);
      tokens.push(await app.open('D3'));
      expect(await Promise.all(tokens.map((token) => app.lives(token)))).toEqual([false, true, true]);
      tokens.push(await app.open('D4'));
      expect(await Promise.all(tokens.map((token) => app.lives(token)))).toEqual([false, false, true, true]);
      expect(await reasons(app)).toEqual(['kicked', 'kicked', null, null]);
    });

    it('kick_oldest: as many sessions end as a lowered limit requires', async () => {
      const app = await create({
        settings: { multi_open_policy: 'kick_oldest' },
        type: { max_sessions: 3, max_devices: 0 },
      });
      const tokens: string[] = [];
      for (const device of ['D1', 'D2', 'D3']) {
        tokens.push(await app.open(device));
        server.clock.advance(1);
      }
      await app.change({ max_sessions: 1 });
      tokens.push(await app.open('D4'));
      expect(await Promise.all(tokens.map((token) => app.lives(token)))).toEqual([false, false, false, true]);
      expect(await reasons(app)).toEqual(['kicked', 'kicked', 'kicked', null]);
    });

    it('kick_oldest: sessions of the same device are replaced, those of others are kicked', async () => {
      const app = await create({
        settings: { multi_open_policy: 'kick_oldest' },
        type: { max_sessions: 3, max_devices: 2 },
      });
      for (const device of ['D1', 'D2', 'D1']) await app.open(device);
      await app.change({ max_sessions: 1 });
      await app.open('D1');
      expect(await reasons(app)).toEqual(['replaced', 'kicked', 'replaced', null]);
    });

    it('refuse: a lowered limit refuses even a device that has one of the sessions', async () => {
      const app = await create({ type: { max_sessions: 2, max_devices: 2 } });
      const tokens = [await app.open('D1'), await app.open('D2')];
      await app.change({ max_sessions: 1 });
      await expectRefused(server, 10213, () => app.login('D1'));
      for (const token of tokens) expect(await app.lives(token)).toBe(true);
    });

    it('max_sessions 0 has no limit, not even for one device', async () => {
      const app = await create({ type: { max_sessions: 0 } });
      const tokens: string[] = [];
      for (let i = 0; i < 8; i++) tokens.push(await app.open('D1'));
      for (const token of tokens) expect(await app.lives(token)).toBe(true);
    });

    it('below the limit, a device can open a second session', async () => {
      const app = await create({ type: { max_sessions: 2 } });
      const tokens = [await app.open('D1'), await app.open('D1')];
      for (const token of tokens) expect(await app.lives(token)).toBe(true);
    });

    it('sessions of another card do not count', async () => {
      const app = await create({ cards: ['C1', 'C2'] });
      const token = await app.open('D1', 'C1');
      await app.open('D1', 'C2');
      expect(await app.lives(token, 'C1')).toBe(true);
    });

    it('a timed-out session does not count, even before the job ended it', async () => {
      const app = await create({ type: { max_devices: 2 } });
      await app.open('D1');
      server.clock.advance(1800);
      expect(await app.login('D2')).toMatchObject({ code: 10213 });
      server.clock.advance(1);
      await app.open('D2');
    });

    it.each(['unsaved', 'saved'])(
      'a session that is alive by %s heartbeats keeps its place',
      async (state) => {
        const app = await create({ type: { max_devices: 2 } });
        const token = await app.open('D1');
        server.clock.advance(1000);
        await app.heartbeat(token);
        if (state === 'saved') await server.get(HeartbeatSaver).save();
        server.clock.advance(1000);
        expect(await app.login('D2')).toMatchObject({ code: 10213 });
        expect(await app.lives(token)).toBe(true);
      },
    );
  });
});
