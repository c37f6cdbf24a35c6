import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IsNull } from 'typeorm';
import { UsageWriter } from '@app/usage';
import { Refusal, Session } from '@app/database';
import { HeartbeatSaver } from '@app/licensing';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { otherAdmin } from '../../support/admin-fixtures.js';
import { clearBlocks } from '../../support/blocks.js';
import { CardApplication, type CardApplicationFile } from '../../support/card-application.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

interface Diagnosis {
  code: number;
  reason: string;
  deviceId: string | null;
  ip: string | null;
  facts: Record<string, unknown>;
}
interface Row extends Record<string, unknown> {
  id: number;
  at: number;
}
interface History {
  audit: Row[];
  sessions: Row[];
  refusals: Row[];
  consumedBy: object | null;
  consumed: object[];
}

const ADDRESS = '127.0.0.1';

describe('the history and the diagnosis', () => {
  const server = TestServer.forSuite();
  let admin: AdminClient;
  beforeEach(async () => {
    // Signs in before each test, since the tests advance the clock so far that a sign-in expires.
    admin = await AdminClient.owner(server);
  });
  afterEach(() => clearBlocks(server));

  const create = (file?: CardApplicationFile) => CardApplication.create(server, file);
  const pathOf = async (app: CardApplication, card = 'C1') => `/cards/${(await app.row(card)).id}`;
  const pathOfUser = async (app: UserApplication, name = 'alice') => `/users/${(await app.row(name)).id}`;

  async function ask<T>(path: string, as = admin): Promise<T> {
    const answer = await as.get<T>(path);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  }
  const diagnose = (path: string, deviceId?: string) =>
    ask<Diagnosis>(`${path}/diagnosis${deviceId === undefined ? '' : `?deviceId=${deviceId}`}`);
  async function history(path: string, as = admin): Promise<History> {
    await server.get(UsageWriter).run();
    return ask<History>(`${path}/history`, as);
  }
  const blockWith = (app: { applicationId: number } | null, kind: string, pattern: string) =>
    admin.create('/blocks', { applicationId: app?.applicationId ?? null, kind, pattern, reason: 'Why' });

  describe('diagnosis of a card', () => {
    /** States, and the result of a login from D1 that both the diagnosis and the client API must give. */
    const SITUATIONS: [
      name: string,
      expected: Pick<Diagnosis, 'code' | 'reason'> & { facts: object },
      prepare: (app: CardApplication) => Promise<unknown>,
    ][] = [
      [
        'is unused',
        { code: 0, reason: 'none', facts: { activates: true, binds: true, sessions: [] } },
        async () => {},
      ],
      [
        'is in use on this device',
        {
          code: 0,
          reason: 'none',
          facts: { activates: false, binds: false, sessions: [expect.objectContaining({ deviceId: 'D1' })] },
        },
        (app) => app.open(),
      ],
      [
        'was in use on another device that was unbound',
        { code: 0, reason: 'none', facts: { activates: false, binds: true, sessions: [] } },
        async (app) => app.unbind(await app.open('D2'), 'D2'),
      ],
      [
        'has a session on another device that timed out',
        { code: 0, reason: 'none', facts: { activates: false, binds: true, sessions: [] } },
        async (app) => {
          await app.change({ max_devices: 2 });
          await app.open('D2');
          server.clock.advance(1801);
        },
      ],
      [
        'is bound to another device',
        {
          code: 10217,
          reason: 'device_limit',
          facts: {
            maxDevices: 1,
            devices: [{ id: expect.any(Number), deviceId: 'D2', boundAt: expect.any(Number) }],
          },
        },
        (app) => app.open('D2'),
      ],
      [
        'has a session on another device',
        {
          code: 10213,
          reason: 'multi_open',
          facts: {
            maxSessions: 1,
            sessions: [
              {
                id: expect.any(Number),
                deviceId: 'D2',
                ip: ADDRESS,
                createdAt: expect.any(Number),
                lastSeenAt: expect.any(Number),
                endedAt: null,
                endReason: null,
                alive: true,
              },
            ],
          },
        },
        async (app) => {
          await app.change({ max_devices: 2 });
          await app.open('D2');
        },
      ],
      [
        'has a session on another device that its heartbeat keeps alive',
        { code: 10213, reason: 'multi_open', facts: { maxSessions: 1, sessions: [expect.anything()] } },
        async (app) => {
          await app.change({ max_devices: 2 });
          const token = await app.open('D2');
          server.clock.advance(1800);
          await app.heartbeat(token);
          server.clock.advance(1);
        },
      ],
      [
        'has expired',
        { code: 10210, reason: 'expired', facts: { expiredAt: expect.any(Number) } },
        async (app) => {
          await app.open();
          server.clock.advance(3600);
        },
      ],
      [
        'is frozen by an administrator',
        {
          code: 10212,
          reason: 'frozen',
          facts: { frozenBy: OWNER.email, frozenAt: expect.any(Number), frozenReason: null },
        },
        async (app) => admin.post(`${await pathOf(app)}/freeze`),
      ],
      [
        'is frozen by an unknown actor',
        { code: 10212, reason: 'frozen', facts: { frozenBy: null, frozenAt: null, frozenReason: null } },
        async (app) => {
          await admin.post(`${await pathOf(app)}/freeze`);
          await admin.post(`${await pathOf(app)}/unfreeze`);
          await app.change({ frozen: true });
        },
      ],
      [
        'was consumed by a card',
        {
          code: 10218,
          reason: 'consumed',
          facts: { consumedBy: { kind: 'card', id: expect.any(Number), name: 'C2', at: expect.any(Number) } },
        },
        async (app) => {
          await app.open('D1', 'C2');
          expect(await app.recharge('C1', 'C2')).toMatchObject({ code: 0 });
        },
      ],
      [
        'is blocked',
        { code: 10212, reason: 'blocked', facts: { block: expect.objectContaining({ pattern: 'C*' }) } },
        async (app) => blockWith(await app.row(), 'card', 'C*'),
      ],
      [
        'is about a blocked device',
        { code: 10212, reason: 'blocked', facts: { block: expect.objectContaining({ pattern: 'D1' }) } },
        async () => blockWith(null, 'device', 'D1'),
      ],
      [
        'is about a blocked address',
        { code: 429, reason: 'address_blocked', facts: { block: expect.objectContaining({ kind: 'ip' }) } },
        async (app) => {
          await app.login();
          await blockWith(await app.row(), 'ip', '127.0.0.0/8');
        },
      ],
      [
        'belongs to an application that is disabled',
        { code: 10230, reason: 'application_disabled', facts: {} },
        (app) => app.configure({ enabled: false }),
      ],
      [
        'kicks the oldest session out',
        {
          code: 0,
          reason: 'none',
          facts: { activates: false, binds: true, sessions: [expect.objectContaining({ deviceId: 'D2' })] },
        },
        async (app) => {
          await app.configure({ multi_open_policy: 'kick_oldest' });
          await app.change({ max_devices: 2 });
          await app.open('D2');
        },
      ],
    ];

    it.each(SITUATIONS)('that %s predicts the result of a login', async (_name, expected, prepare) => {
      const type = { duration: { unit: 'hours', amount: 1 } };
      const app = await create({ type, cards: ['C1', 'C2'] });
      await prepare(app);
      await server.get(UsageWriter).run();
      const { ip: _ip, ...said } = await diagnose(await pathOf(app), 'D1');
      expect(said).toEqual({ ...expected, deviceId: 'D1' });
      expect(await app.login('D1')).toMatchObject({ code: expected.code });
    });

    it('is about the latest device by default', async () => {
      const app = await create();
      const path = await pathOf(app);
      const last = async () => {
        await server.get(UsageWriter).run();
        const { deviceId, ip, reason } = await diagnose(path);
        return [deviceId, ip, reason];
      };
      expect(await last()).toEqual([null, null, 'none']);
      const token = await app.open('D1');
      expect(await last()).toEqual(['D1', ADDRESS, 'none']);
      server.clock.advance(60);
      expect(await app.login('D2')).toMatchObject({ code: 10217 });
      await app.heartbeat('x'.repeat(20));
      expect(await last()).toEqual(['D2', ADDRESS, 'device_limit']);
      server.clock.advance(60);
      await app.unbind(token);
      await app.open('D3');
      expect(await last()).toEqual(['D3', ADDRESS, 'none']);
    });

    it('ignores blocks that have ended or belong to other applications', async () => {
      const [app, other] = [await create(), await create()];
      await app.open();
      const row = await app.row();
      await admin.create('/blocks', {
        applicationId: row.applicationId,
        kind: 'card',
        pattern: 'C1',
        reason: 'Why',
        expiresAt: server.clock.now() + 1000,
      });
      await blockWith(await other.row(), 'card', 'C1');
      await blockWith(await other.row(), 'ip', ADDRESS);
      await blockWith(row, 'user', 'C1');
      await blockWith(row, 'device', 'D*');
      const path = await pathOf(app);
      expect(await diagnose(path, 'D1')).toMatchObject({ code: 10212, facts: { block: { kind: 'card' } } });
      server.clock.advance(1);
      expect(await diagnose(path, 'D1')).toMatchObject({ code: 0, reason: 'none' });
    });

    it('names the card or user that consumed a card, even if deleted', async () => {
      const users = await UserApplication.withAlice(server);
      const spent = { reason: 'consumed', facts: { consumedBy: { kind: 'user', name: 'alice' } } };
      const path = await pathOf(users.ofCards);
      expect(await diagnose(path)).toMatchObject(spent);
      expect(await admin.delete(await pathOfUser(users))).toMatchObject({ status: 200 });
      expect(await diagnose(path)).toMatchObject({ facts: { consumedBy: { name: null } } });
    });

    it.each(['', 'x'.repeat(129)])('refuses the device "%s"', async (deviceId) => {
      const answer = await admin.get(`${await pathOf(await create())}/diagnosis?deviceId=${deviceId}`);
      expect(answer).toMatchObject({ status: 400, body: { errors: { deviceId: expect.anything() } } });
    });
  });

  it('diagnosis of a user has the codes of users', async () => {
    const app = await UserApplication.withAlice(server);
    const path = await pathOfUser(app);
    // Registration has bound the device.
    expect(await diagnose(path, 'D1')).toMatchObject({
      code: 0,
      reason: 'none',
      facts: { activates: false, binds: false },
    });
    expect(await diagnose(path, 'D2')).toMatchObject({
      code: 10217,
      facts: { devices: [{ deviceId: 'D1' }] },
    });
    await app.change({ maxDevices: 0 });
    await app.open('D2');
    expect(await diagnose(path, 'D1')).toMatchObject({
      code: 10253,
      facts: { sessions: [{ deviceId: 'D2' }] },
    });
    expect(await app.login('D1')).toMatchObject({ code: 10253 });
    await app.change({ expiresAt: server.clock.now() });
    // Records the refusal of D1 now. Otherwise it could be recorded before or after the diagnosis.
    await server.get(UsageWriter).run();
    expect(await diagnose(path)).toMatchObject({ code: 10250, deviceId: 'D1', reason: 'expired' });
    expect(await app.login('D2')).toMatchObject({ code: 10250 });
    await admin.post(`${path}/freeze`);
    expect(await diagnose(path)).toMatchObject({ code: 10252, facts: { frozenBy: OWNER.email } });
    expect(await app.login('D2')).toMatchObject({ code: 10252 });
    await blockWith(await app.row(), 'user', 'alice');
    expect(await diagnose(path)).toMatchObject({ code: 10212, reason: 'blocked' });
  });

  describe('history', () => {
    it('lists actions of administrators, clients and the server', async () => {
      const app = await create({ cards: ['C1', 'C2'] });
      const path = await pathOf(app);
      const start = server.clock.now();
      await app.open('D1');
      server.clock.advance(10);
      const token = await app.open('D1');
      await app.heartbeat(token);
      await server.get(HeartbeatSaver).save();
      server.clock.advance(5);
      await app.heartbeat(token);
      await app.login('D2');
      await admin.post(`${path}/kick`);
      await admin.patch(path, { note: 'Called us', rowVersion: (await app.row()).rowVersion });
      await app.recharge('C2');
      await app.login('D1', 'C2');
      const seen = await history(path);
      expect(seen).toEqual({
        audit: [
          {
            id: expect.any(Number),
            at: start + 15_000,
            actorKind: 'admin',
            actorName: OWNER.email,
            action: 'update',
            before: '{"note":null}',
            after: '{"note":"Called us"}',
          },
          {
            id: expect.any(Number),
            at: start + 15_000,
            actorKind: 'admin',
            actorName: OWNER.email,
            action: 'kick',
            before: '{"sessions":1}',
            after: null,
          },
        ],
        sessions: [
          {
            id: expect.any(Number),
            deviceId: 'D1',
            ip: ADDRESS,
            createdAt: start + 10_000,
            lastSeenAt: start + 15_000,
            endedAt: start + 15_000,
            endReason: 'kicked',
            alive: false,
          },
          {
            id: expect.any(Number),
            deviceId: 'D1',
            ip: ADDRESS,
            createdAt: start,
            lastSeenAt: start,
            endedAt: start + 10_000,
            endReason: 'replaced',
            alive: false,
          },
        ],
        refusals: [
          {
            id: expect.any(Number),
            at: start + 15_000,
            endpoint: 'card/login',
            code: 10217,
            deviceId: 'D2',
            ip: ADDRESS,
            en: 'the card or user has reached its device limit',
            zh: '超过可绑定设备数上限',
          },
        ],
        consumedBy: null,
        consumed: [{ id: (await app.row('C2')).id, card: 'C2', at: start + 15_000 }],
        uses: null,
        consumptions: [],
      });
      expect(await history(await pathOf(app, 'C2'))).toEqual({
        audit: [],
        sessions: [],
        refusals: [expect.objectContaining({ code: 10218 })],
        consumedBy: { kind: 'card', id: (await app.row('C1')).id, name: 'C1', at: start + 15_000 },
        consumed: [],
        uses: null,
        consumptions: [],
      });
    });

    it('shows a session as alive until its time has passed, with its very last heartbeat', async () => {
      const app = await create();
      const path = await pathOf(app);
      const token = await app.open();
      server.clock.advance(1800);
      await app.heartbeat(token);
      const lastSeenAt = server.clock.now();
      const only = async () => (await history(path)).sessions[0];
      expect(await only()).toMatchObject({ alive: true, lastSeenAt, endedAt: null });
      server.clock.advance(1800);
      expect(await only()).toMatchObject({ alive: true });
      server.clock.advance(1);
      expect(await only()).toMatchObject({ alive: false, lastSeenAt });
    });

    it('predicts the server’s quotas for a card without limits', async () => {
      const small = await TestServer.start({ QUOTA_DEVICES: '2', QUOTA_SESSIONS: '1' });
      try {
        const type = { max_devices: 0, max_sessions: 0 };
        const app = await CardApplication.create(small, { cards: ['C1', 'C2'], type });
        const owner = await AdminClient.owner(small);
        await app.open('D1');
        const predicted = async (card: string, device: string) => {
          const { body } = await owner.get<Diagnosis>(
            `${await pathOf(app, card)}/diagnosis?deviceId=${device}`,
          );
          expect(await app.login(device, card)).toMatchObject({ code: body.code });
          return body;
        };
        expect(await predicted('C1', 'D2')).toMatchObject({
          reason: 'multi_open',
          facts: { maxSessions: 1 },
        });
        for (const device of ['D2', 'D3']) {
          expect(await predicted('C2', device)).toMatchObject({ code: 0, facts: { binds: true } });
          await small.dataSource.manager.update(
            Session,
            { endedAt: IsNull() },
            { endedAt: 1, endReason: 'logout' },
          );
        }
        expect(await predicted('C2', 'D4')).toMatchObject({
          reason: 'device_limit',
          facts: { maxDevices: 2, devices: [{ deviceId: 'D2' }, { deviceId: 'D3' }] },
        });
      } finally {
        await small.stop();
      }
    });

    it('distinguishes a card and a user with the same name', async () => {
      const app = await UserApplication.create(server, { cards: ['alice', 'C1', 'C2', 'C3'] });
      expect(await app.register()).toMatchObject({ code: 0 });
      const ofCard = await pathOf(app.ofCards, 'alice');
      const ofUser = await pathOfUser(app);
      await app.ofCards.open('D5', 'alice');
      await app.ofCards.login('D6', 'alice');
      await app.open('D1');
      await app.login('D7');
      await app.recharge('C2');
      await app.ofCards.recharge('C3', 'alice');
      await admin.post(`${ofCard}/kick`);
      expect(await history(ofCard)).toMatchObject({
        audit: [{ action: 'kick' }],
        sessions: [{ deviceId: 'D5' }],
        refusals: [{ endpoint: 'card/login', deviceId: 'D6' }],
        consumed: [{ card: 'C3' }],
      });
      const user = await history(ofUser);
      expect(user).toMatchObject({
        audit: [],
        sessions: [{ deviceId: 'D1' }],
        refusals: [{ endpoint: 'user/login', deviceId: 'D7' }],
        consumedBy: null,
      });
      expect(user.consumed).toHaveLength(2);
      expect(await diagnose(ofUser)).toMatchObject({ deviceId: 'D7' });
    });

    it('contains the latest 50 entries of each kind, latest first', async () => {
      const app = await create({ type: { max_sessions: 0 } });
      const path = await pathOf(app);
      for (let i = 0; i < 51; i++) {
        server.clock.advance(60);
        await app.open();
        await app.login(`E${i}`);
        await admin.patch(path, { note: `Note ${i}`, rowVersion: (await app.row()).rowVersion });
      }
      const { audit, sessions, refusals } = await history(path);
      for (const [rows, time] of [
        [audit, 'at'],
        [sessions, 'createdAt'],
        [refusals, 'at'],
      ] as const) {
        expect(rows).toHaveLength(50);
        const times = rows.map((row) => row[time] as number);
        expect(times[0]).toBe(server.clock.now());
        expect(times).toEqual(times.toSorted((a, b) => b - a));
      }
      expect(await server.dataSource.getRepository(Refusal).countBy({ name: 'C1', deviceId: 'E0' })).toBe(1);
    });
  });

  it.each([
    ['card', 'C*', 'blocked'],
    ['ip', ADDRESS, 'address_blocked'],
  ])(
    'hide the details of a %s block for all applications from administrators of some',
    async (kind, pattern, reason) => {
      const app = await create();
      await app.open();
      await app.login('D2');
      await server.get(UsageWriter).run();
      const path = `${await pathOf(app)}/diagnosis`;
      const { applicationId } = await app.row();
      const manager = await otherAdmin(admin, 'manager', [applicationId]);
      await blockWith(null, kind, pattern);
      const block = { applicationId: null, kind, expiresAt: null };
      expect(await ask(path)).toMatchObject({
        reason,
        facts: { block: { ...block, pattern, reason: 'Why' } },
      });
      const hidden = { ...block, id: expect.any(Number), pattern: null, reason: null };
      expect(await ask(path, manager)).toMatchObject({ reason, facts: { block: hidden } });

      await clearBlocks(server);
      await blockWith(await app.row(), kind, pattern);
      expect(await ask(path, manager)).toMatchObject({
        reason,
        facts: { block: { pattern, reason: 'Why' } },
      });
    },
  );

  it('show no foreign records, and no secrets even to their owner', async () => {
    const app = await UserApplication.withAlice(server);
    const token = await app.open();
    const { applicationId } = await app.row();
    const paths = [await pathOf(app.ofCards), await pathOfUser(app)].flatMap((path) => [
      `${path}/history`,
      `${path}/diagnosis`,
    ]);
    const stranger = await otherAdmin(admin, 'manager');
    const viewer = await otherAdmin(admin, 'viewer', [applicationId]);
    const { passwordHash } = await app.row();
    for (const path of paths) {
      expect(await stranger.get(path)).toMatchObject({ status: 404 });
      expect(await new AdminClient(server.url).get(path)).toMatchObject({ status: 401 });
      const answer = await viewer.get(path);
      expect(answer.status).toBe(200);
      for (const secret of [token, passwordHash, app.ofCards.client.credentials.app_secret, 'Hash', 'secret'])
        expect(answer.text).not.toContain(secret);
    }
    expect(await admin.get('/cards/999999/history')).toMatchObject({ status: 404 });
    expect(await admin.get('/users/999999/diagnosis')).toMatchObject({ status: 404 });
  });
});
