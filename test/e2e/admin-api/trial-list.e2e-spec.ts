import { beforeEach, describe, expect, it } from '@jest/globals';
import { UsageWriter } from '@app/usage';
import { TrialPurgeJob } from '@app/trial';
import { AdminClient } from '../../support/admin-client.js';
import { TestServer } from '../../support/test-server.js';
import { TrialApplication } from '../../support/trial-application.js';

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('trials in the admin API', () => {
  const server = TestServer.forSuite({ TRIAL_RETENTION_DAYS: '2' });
  let owner: AdminClient;
  let app: TrialApplication;
  let applicationId: number;
  beforeEach(async () => {
    owner = await AdminClient.owner(server);
    app = await TrialApplication.create(server, { type: { max_devices: 0, max_sessions: 0 } });
    ({ applicationId } = await app.ofCards.row());
  });

  const list = async (filter: object, sort: [string, string] = ['id', 'ASC']) => {
    const { body } = await owner.list<{ deviceId: string }>('/trials', {
      filter: { applicationId, ...filter },
      sort,
    });
    return body.map(({ deviceId }) => deviceId);
  };
  const idOf = async (device: string) => (await app.rows()).find(({ deviceId }) => deviceId === device)!.id;

  it('are listed with filters and sorts', async () => {
    const now = server.clock.now();
    for (const device of ['PC-1', 'PC-2']) await app.open(device);
    server.clock.advance(HOUR / 2);
    await app.open('Mac-1');
    await app.ofCards.open('PC-2');
    server.clock.advance(HOUR / 2);
    expect(await list({})).toEqual(['PC-1', 'PC-2', 'Mac-1']);
    expect(await list({}, ['expiresAt', 'DESC'])).toEqual(['Mac-1', 'PC-2', 'PC-1']);
    expect(await list({ deviceId: 'PC' })).toEqual(['PC-1', 'PC-2']);
    expect(await list({ running: true })).toEqual(['Mac-1']);
    expect(await list({ running: false })).toEqual(['PC-1', 'PC-2']);
    expect(await list({ converted: true })).toEqual(['PC-2']);
    expect(await list({ converted: false, ip: '127.0.0.1' })).toEqual(['PC-1', 'Mac-1']);
    expect(await list({ converted: false, ip: '::ffff:127.0.0.1' })).toEqual(['PC-1', 'Mac-1']);
    expect(await list({ ip: '127.0.0.2' })).toEqual([]);
    expect((await owner.get(`/trials/${await idOf('PC-2')}`)).body).toEqual({
      id: await idOf('PC-2'),
      applicationId,
      deviceId: 'PC-2',
      ip: '127.0.0.1',
      startedAt: now,
      expiresAt: now + HOUR * 1000,
      count: 1,
      convertedAt: now + (HOUR / 2) * 1000,
      createdAt: now,
    });
  });

  it('are granted again by deleting them, which ends the session and is recorded', async () => {
    const token = await app.open();
    expect((await app.heartbeat()).code).toBe(0);
    const id = await idOf('D1');
    expect(await owner.delete(`/trials/${id}`)).toMatchObject({ status: 200, body: { deviceId: 'D1' } });
    expect((await app.heartbeat(token)).code).toBe(10404);
    expect((await app.heartbeat()).code).toBe(10404);
    expect(await app.sessions()).toEqual([]);
    const { body } = await owner.list('/audit-log', { filter: { resource: 'trials', recordId: String(id) } });
    expect(body).toMatchObject([{ action: 'delete', recordName: 'D1', applicationId }]);
    server.clock.advance(2 * HOUR);
    expect((await app.login()).result).toMatchObject({ expires_ts: server.clock.now() / 1000 + HOUR });
    expect(await app.rows()).toMatchObject([{ count: 1 }]);
  });

  it('have sessions, which are listed with their device and can be kicked', async () => {
    const token = await app.open();
    await app.ofCards.open('PC');
    const filter = { applicationId, holderKind: 'trial', open: true };
    const { body } = await owner.list<{ id: number }>('/sessions', { filter });
    const loggedInAt = server.clock.now();
    expect(body).toMatchObject([{ holderKind: 'trial', holderName: 'D1', lastSeenAt: loggedInAt }]);
    const ofId = { applicationId, holderId: await idOf('D1'), holderKind: 'trial' };
    expect((await owner.list('/sessions', { filter: ofId })).body).toHaveLength(1);
    expect((await owner.delete(`/sessions/${body[0]!.id}`)).status).toBe(200);
    expect((await app.heartbeat(token)).code).toBe(10404);
    expect((await app.login()).code).toBe(0);
  });

  it('are settings of an application within limits', async () => {
    const edit = (fields: object) => owner.edit(`/applications/${applicationId}`, fields);
    for (const fields of [
      { trial: 'always' },
      { trialMinutes: 0 },
      { trialMinutes: 43_201 },
      { trialIntervalHours: 0 },
      { trialIntervalHours: 8785 },
      { trialsPerAddress: -1 },
      { trialsPerAddress: null },
    ])
      expect({ fields, ...(await edit(fields)) }).toMatchObject({ fields, status: 422 });
    const settings = { trial: 'interval', trialMinutes: 5, trialIntervalHours: 168, trialsPerAddress: 0 };
    expect((await edit(settings)).body).toMatchObject(settings);
    expect((await app.login()).result).toMatchObject({ expires_ts: server.clock.now() / 1000 + 300 });
  });

  it('are counted in the statistics', async () => {
    for (const device of ['D1', 'D2', 'D3']) await app.open(device);
    await app.ofCards.open('D2');
    await server.get(UsageWriter).run();
    const now = server.clock.now();
    const query = `from=${now - DAY * 1000}&to=${now + DAY * 1000}&applicationId=${applicationId}`;
    const { body } = await owner.get<{ points: { trials: number; trialConversions: number }[] }>(
      `/stats/activity?${query}`,
    );
    const total = (of: 'trials' | 'trialConversions') =>
      body.points.reduce((sum, point) => sum + point[of], 0);
    expect([total('trials'), total('trialConversions')]).toEqual([3, 1]);
  });

  it('are deleted TRIAL_RETENTION_DAYS after their end, and not before', async () => {
    await app.open();
    server.clock.advance(HOUR + 2 * DAY);
    await server.get(TrialPurgeJob).run();
    expect(await app.rows()).toHaveLength(1);
    server.clock.advance(1);
    expect(await server.get(TrialPurgeJob).run()).toBeGreaterThanOrEqual(1);
    expect(await app.rows()).toEqual([]);
    expect((await app.login()).code).toBe(0);
  });

  it('are deleted with their application', async () => {
    const token = await app.open();
    await owner.edit(`/applications/${applicationId}`, { enabled: false });
    expect((await owner.delete(`/applications/${applicationId}`)).status).toBe(200);
    expect(
      await server.dataSource.query('SELECT * FROM trials WHERE application_id = ?', [applicationId]),
    ).toEqual([]);
    expect((await app.heartbeat(token)).code).toBe(10230);
  });
});
