import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { EntityManager } from 'typeorm';
import { ServerRegistry } from '@app/cluster';
import { Card, CardJob, RemoteData, Session } from '@app/database';
import { SessionCache } from '@app/licensing';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { openTransaction } from '../../support/counters.js';
import { countOpen, numbered, tokensOf } from '../../support/race.js';
import { ENGINE } from '../../support/test-database.js';
import { eventually } from '../../support/server-process.js';
import { REAL_COST, TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

/** Number of sequential requests after which work that was started earlier has ended or is waiting for something. */
const A_WHILE = 40;

describe('actions of an administrator during client requests', () => {
  const server = TestServer.forSuite({}, REAL_COST);
  const admin = AdminClient.forSuite(server);
  afterEach(() => void jest.restoreAllMocks());

  /**
   * Resolves when the action has ended. Also resolves after `A_WHILE` requests, since the action then waits for the
   * caller.
   */
  const happenedOrWaits = async (happening: Promise<unknown>, { client }: CardApplication) => {
    const aWhile = async () => {
      for (let i = 0; i < A_WHILE; i++) await client.post('/card/heartbeat');
    };
    await Promise.race([happening, aWhile()]);
  };

  /** Runs an action before the first rows of a kind are written. */
  const beforeFirst = (
    method: 'insert' | 'update',
    entity: typeof RemoteData | typeof Session,
    happen: () => Promise<unknown>,
  ) => {
    const write = Reflect.get(EntityManager.prototype, method) as (...rows: unknown[]) => Promise<never>;
    let isFirst = true;
    jest.spyOn(EntityManager.prototype, method).mockImplementation(async function (this: unknown, ...rows) {
      const isNow = isFirst && rows[0] === entity;
      if (isNow) isFirst = false;
      if (isNow) await happen();
      return write.apply(this, rows);
    });
  };

  it('resets a password: no session opened with the old password remains', async () => {
    const app = await UserApplication.withAlice(server, { type: { max_sessions: 0, max_devices: 0 } });
    const { id } = await app.row();
    const reset = admin.post(`/users/${id}/password`, { password: 'another horse' });
    const logins = await Promise.all(numbered('D').map((device) => app.login(device)));
    expect(await reset).toMatchObject({ status: 200 });
    const lives = await Promise.all(tokensOf(logins).map((token) => app.lives(token)));
    expect(lives.filter(Boolean)).toHaveLength(0);
    expect(await app.login('D1')).toMatchObject({ code: 10243 });
    expect(await app.login('D1', 'alice', 'another horse')).toMatchObject({ code: 0 });
  });

  it('unbinds a device: a concurrent login has no session left, or has bound the device again', async () => {
    const app = await CardApplication.create(server, { type: { max_sessions: 2 } });
    await app.open();
    const { id: holderId } = await app.row();
    const [device] = (await admin.list<{ id: number }>('/devices', { filter: { holderId } })).body;

    let unbound: Promise<unknown> | undefined;
    const store = server.get(SessionCache);
    const recentHeartbeats = store.recentHeartbeats.bind(store);
    // A login reads the sessions after it has found the device bound.
    jest.spyOn(store, 'recentHeartbeats').mockImplementationOnce(async (sessions) => {
      unbound = admin.delete(`/devices/${device!.id}`);
      await happenedOrWaits(unbound, app);
      return recentHeartbeats(sessions);
    });
    const { result } = await app.login();
    expect(await unbound).toMatchObject({ status: 200 });
    const isBound = (await app.devices()).length > 0;
    expect(await app.lives(String(result!.token))).toBe(isBound);
    expect(await countOpen(app)).toBe(isBound ? 1 : 0);
  });

  it('kicks everyone: no cache keeps a session that was ended in the database', async () => {
    const app = await CardApplication.create(server, { cards: ['C1', 'C2'] });
    await app.open('D1', 'C1');
    const { applicationId } = await app.row();
    let login: Promise<string> | undefined;
    beforeFirst('update', Session, async () => {
      login = app.open('D1', 'C2');
      await happenedOrWaits(login, app);
    });
    const kicked = await admin.post<{ ended: number }>('/sessions/kick', { applicationId });
    const lives = await app.lives(await login!, 'C2');
    const open = await countOpen(app, 'C2');
    expect({ lives, ended: kicked.body.ended }).toEqual({ lives: open === 1, ended: 2 - open });
    expect(await countOpen(app, 'C1')).toBe(0);
  });

  it('resets a card: no concurrent heartbeat shows a card without an expiry', async () => {
    const app = await CardApplication.create(server);
    const token = await app.open();
    const { id } = await app.row();
    // The cached copy is outdated, so the heartbeat reads the session and then the card.
    await app.change({});
    const { manager } = server.dataSource;
    const findOneBy = manager.findOneBy.bind(manager);
    let isReset = false;
    jest.spyOn(manager, 'findOneBy').mockImplementation(async (entity, where) => {
      const found = await findOneBy(entity, where);
      if (entity === Session && !isReset) {
        isReset = true;
        expect(await admin.post(`/cards/${id}/reset`)).toMatchObject({ status: 200 });
      }
      return found;
    });
    expect(await app.heartbeat(token)).toMatchObject({ code: 10214 });
    expect(isReset).toBe(true);
  });

  it('deletes a card: no data of it is left behind', async () => {
    const app = await CardApplication.create(server);
    const { id, applicationId } = await app.row();
    let deleted: Promise<unknown> | undefined;
    beforeFirst('insert', RemoteData, async () => {
      deleted = admin.delete(`/cards/${id}`);
      await happenedOrWaits(deleted, app);
    });
    const data = { scope: 'card', kami: 'C1', action: 'create', value: '1' };
    expect(await app.client.post('/remote/data/level', data)).toMatchObject({ code: 0 });
    expect(await deleted).toMatchObject({ status: 200 });
    expect(await server.dataSource.getRepository(RemoteData).countBy({ applicationId })).toBe(0);
  });

  it('deletes an application: a concurrent creation in it is refused', async () => {
    const { id: applicationId } = await admin.create('/applications', { name: 'Gone', enabled: false });
    const made = numbered('k').map((key) => admin.post('/variables', { applicationId, key, value: 'x' }));
    const deleted = admin.delete(`/applications/${applicationId}`);
    made.push(...numbered('l').map((key) => admin.post('/variables', { applicationId, key, value: 'x' })));
    expect(await deleted).toMatchObject({ status: 200 });
    for (const { status } of await Promise.all(made)) expect([201, 404, 409, 422]).toContain(status);
  });

  describe('while a job generates cards', () => {
    let app: CardApplication;
    let applicationId: number;
    let cardTypeId: number;
    beforeAll(async () => {
      app = await CardApplication.create(server);
      ({ applicationId, cardTypeId } = await app.row());
    });

    /** A job that runs until it is told to end. */
    const begin = async () => {
      const jobs = server.dataSource.getRepository(CardJob);
      const at = server.clock.now();
      const times = { createdAt: at, startedAt: at, finishedAt: null };
      const { id } = await jobs.save({
        applicationId,
        kind: 'import',
        status: 'running',
        total: 1,
        progress: 0,
        input: '{}',
        createdBy: 'owner',
        // A job of an unknown process would count as orphaned and be ended.
        processId: server.get(ServerRegistry).id,
        ...times,
      });
      return () => jobs.update({ id }, { status: 'done' });
    };

    it.each([
      ['the application', () => `/applications/${applicationId}`],
      ['its card type', () => `/card-types/${cardTypeId}`],
    ])('an edit of %s waits for the job, but not for long', async (_, path) => {
      const { rowVersion } = (await admin.get(path())).body;
      const edit = () => admin.patch(path(), { name: `Name ${path()}`, rowVersion });
      const end = await begin();
      try {
        const refused = await edit();
        expect(refused).toMatchObject({ status: 409 });
        expect(refused.body).toMatchObject({ message: expect.stringContaining('wait until it is done') });
      } finally {
        await end();
      }
      // An edit waits for two seconds, and a busy machine may need longer to end the job.
      await eventually(async () => {
        const endAgain = await begin();
        const edited = edit();
        await setTimeout(200);
        await endAgain();
        const { status } = await edited;
        expect([200, 409]).toContain(status);
        return status === 200 || undefined;
      });
    });

    // SQLite allows only one writer, so other writes wait for the job.
    (ENGINE === 'mysql' ? it : it.skip)('revealing the secret delays nobody', async () => {
      const card = { ...(await app.row()), id: undefined, card: 'MADE' };
      const job = openTransaction(server.dataSource, (manager) => manager.insert(Card, card));
      await job.changed;
      try {
        const [revealed, login] = await Promise.all([
          admin.post(`/applications/${applicationId}/reveal-secret`),
          app.login(),
        ]);
        expect(revealed).toMatchObject({ status: 200 });
        expect(login).toMatchObject({ code: 0 });
      } finally {
        await job.rollBack();
      }
    });
  });
});
