import { describe, expect, it } from '@jest/globals';
import { In } from 'typeorm';
import {
  ActiveHolder,
  ActivityCount,
  Application,
  AuditRecord,
  Device,
  insertRows,
  Session,
} from '@app/database';
import { SessionCache } from '@app/licensing';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { CardJobs } from '../../support/card-jobs.js';
import { leastOf, longestTurnMs } from '../../support/longest-turn.js';
import { PaojiaoyunClient } from '../../support/paojiaoyun-client.js';
import { SignedClient } from '../../support/signed-client.js';
import { snapshotTables } from '../../support/table-snapshot.js';
import { eventually } from '../../support/server-process.js';
import { TestServer } from '../../support/test-server.js';

const MANY = 10_000;
/** Maximum time for which other requests may be delayed, in milliseconds of CPU time. A batch takes about 20. */
const BAR_MS = 150;

describe('applications in the admin API', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);

  const create = async (fields: object = {}) => {
    const application = await admin.create('/applications', { name: 'Editor', ...fields });
    const { body } = await admin.post(`/applications/${application.id}/reveal-secret`);
    return { ...application, path: `/applications/${application.id}`, secret: String(body.appSecret) };
  };
  const clientOf = ({ appKey }: Record<string, unknown>, app_secret: string, sign_mode?: 'hmac-sha256') =>
    new SignedClient(
      server.url,
      { app_key: String(appKey), app_secret, ...(sign_mode && { sign_mode }) },
      server.clock,
    );
  const notice = async (client: SignedClient) => {
    const { code, result } = await client.get('/software/notice');
    return code === 0 ? result!.notice : code;
  };

  /** Disables an application and deletes it. */
  const remove = async (path: string) => {
    await admin.edit(path, { enabled: false });
    expect(await admin.delete(path)).toMatchObject({ status: 200 });
  };
  /** Returns the deletions of an application that the audit log contains. */
  const actionsOf = async (id: number) => {
    const where = { resource: 'applications', recordId: String(id), action: In(['start_delete', 'delete']) };
    const records = await server.dataSource.manager.find(AuditRecord, { where, order: { id: 'ASC' } });
    for (const record of records) expect(record).toMatchObject({ actorName: OWNER.email, applicationId: id });
    return records.map(({ action }) => action);
  };
  const expectEmpty = async (applicationId: number) => {
    for (const entity of server.dataSource.entityMetadatas) {
      const column = entity.columns.find(({ propertyName }) => propertyName === 'applicationId');
      if (!column || entity.tableName === 'audit_log') continue;
      const sql = `SELECT COUNT(*) AS n FROM ${entity.tableName} WHERE application_id = ${applicationId}`;
      const [{ n }] = await server.dataSource.query(sql);
      expect([entity.tableName, Number(n)]).toEqual([entity.tableName, 0]);
    }
  };

  it('are created with defaults, and serve clients immediately', async () => {
    const application = await create();
    expect(application).toMatchObject({
      appKey: expect.stringMatching(/^[a-z0-9]{20}$/),
      enabled: true,
      signMode: 'md5',
      timeZone: 'Asia/Shanghai',
      heartbeatTimeoutSec: 1800,
      unbindPolicy: 'unbind_only',
      rowVersion: 1,
    });
    expect(application.secret).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(await notice(clientOf(application, application.secret))).toBe('');
  });

  it('take over a key and a secret that clients already have', async () => {
    const credentials = { appKey: 'taken0over0from0else', appSecret: 'TakenOver0123456789abcdefABCDEF0' };
    const application = await create({
      ...credentials,
      compat: 'paojiaoyun',
      compatHosts: ['api.example.com'],
    });
    expect(application).toMatchObject({
      appKey: credentials.appKey,
      secret: credentials.appSecret,
      compat: 'paojiaoyun',
      compatHosts: ['api.example.com'],
    });
    const moved = new PaojiaoyunClient(
      server.url,
      'api.example.com',
      { app_key: credentials.appKey, app_secret: credentials.appSecret },
      server.clock,
    );
    expect(await moved.get('/v1/software/notice')).toMatchObject({ code: 0 });

    const stored = JSON.stringify(await snapshotTables(server.dataSource));
    expect(stored).toContain(credentials.appKey);
    expect(stored).not.toContain(credentials.appSecret);

    const again = await admin.post('/applications', { name: 'Again', ...credentials });
    expect(again).toMatchObject({ status: 422, body: { errors: { appKey: 'is already taken' } } });
    expect(await admin.patch(application.path, { ...credentials, rowVersion: 1 })).toMatchObject({
      status: 422,
    });
  });

  it.each<[fields: object, errors: object]>([
    [{ appKey: 'taken1over0from0else' }, { appSecret: 'is required' }],
    [{ appSecret: 'x'.repeat(32) }, { appKey: 'is required' }],
    [
      { appKey: 'short', appSecret: 'x' },
      { appKey: expect.any(String), appSecret: expect.any(String) },
    ],
    [{ appKey: 'TAKEN1over0from0else', appSecret: 'x'.repeat(32) }, { appKey: expect.any(String) }],
    [{ appKey: 'taken1over0from0else', appSecret: `${'x'.repeat(31)}-` }, { appSecret: expect.any(String) }],
    [{ compat: 'other' }, { compat: 'must be one of none, paojiaoyun' }],
    [{ compat: null }, { compat: expect.any(String) }],
    ...[
      'api.example.com',
      [''],
      ['API.example.com'],
      ['a', 'a'],
      ['a/b'],
      ['a,b'],
      ['http://a'],
      ['a:x'],
      [1],
      [['a']],
      Array.from({ length: 11 }, (_, i) => `h${i}`),
      null,
    ].map((compatHosts): [object, object] => [
      { compatHosts },
      { compatHosts: expect.stringMatching(/^must be a list of at most 10 different hosts/) },
    ]),
  ])('refuse %j', async (fields, errors) => {
    expect(await admin.post('/applications', { name: 'Wrong', ...fields })).toMatchObject({
      status: 422,
      body: { errors },
    });
  });

  it('change their compatibility, and record it in the audit log once', async () => {
    const { path, id } = await create();
    expect((await admin.get(path)).body).toMatchObject({ compat: 'none', compatHosts: [] });
    const wanted = { compat: 'paojiaoyun', compatHosts: ['b.example:8080', '[2001:db8::1]'] };
    expect(await admin.patch(path, { ...wanted, rowVersion: 1 })).toMatchObject({
      status: 200,
      body: wanted,
    });
    // Saving the same hosts again is not a change.
    expect(await admin.patch(path, { ...wanted, rowVersion: 2 })).toMatchObject({ body: { rowVersion: 2 } });
    const where = { recordId: String(id), action: 'update' } as const;
    const records = await server.dataSource.getRepository(AuditRecord).findBy(where);
    expect(
      records.map(({ before, after }) => [before, after].map((text) => JSON.parse(text!) as object)),
    ).toEqual([[{ compat: 'none', compatHosts: [] }, wanted]]);
    const longest = Array.from({ length: 10 }, (_, i) => `${i}${'a'.repeat(252)}:65535`);
    expect(await admin.patch(path, { compatHosts: longest, rowVersion: 2 })).toMatchObject({
      body: { compatHosts: longest },
    });
    expect(await admin.patch(path, { compatHosts: [], rowVersion: 3 })).toMatchObject({
      body: { compatHosts: [] },
    });
  });

  it('get a link when the customer’s page is turned on later, and record it', async () => {
    const { path, id } = await create();
    expect((await admin.get(path)).body.portalSlug).toBeNull();
    await admin.patch(path, { portalEnabled: true, rowVersion: 1 });
    const { body } = await admin.get(path);
    expect(body).toMatchObject({ portalEnabled: true, portalSlug: expect.stringMatching(/^[a-z0-9]{22}$/) });
    expect((await fetch(`${server.url}/api/portal/v1/${String(body.portalSlug)}`)).status).toBe(200);
    const [record] = await server.dataSource
      .getRepository(AuditRecord)
      .findBy({ recordId: String(id), action: 'update' });
    expect(JSON.parse(record!.before!)).toEqual({ portalEnabled: false, portalSlug: null });
    expect(JSON.parse(record!.after!)).toEqual({ portalEnabled: true, portalSlug: body.portalSlug });
    await admin.patch(path, { portalEnabled: false, rowVersion: 2 });
    await admin.patch(path, { portalEnabled: true, rowVersion: 3 });
    expect((await admin.get(path)).body.portalSlug).toBe(body.portalSlug);
  });

  it('accept any text as the configuration of a card only if they serve clients of 泡椒云, which store any text', async () => {
    const applied = await server.apply({
      name: 'Any text',
      card_types: [{ name: 'Day', duration: { unit: 'days', amount: 1 } }],
      cards: [{ card: 'C1', card_type: 'Day' }],
    });
    const { body } = await admin.list<{ id: number; applicationId: number; card: string }>('/cards');
    const { id, applicationId } = body.find(({ card }) => card === 'C1')!;
    const set = (config: string | null) => admin.edit(`/cards/${id}`, { config });
    expect(await set('vip=3')).toMatchObject({
      status: 422,
      body: { errors: { config: expect.stringMatching(/^must be a string of valid JSON/) } },
    });
    expect(await set('{"vip":3}')).toMatchObject({ status: 200 });
    await server.apply({ name: applied.name, compat: 'paojiaoyun' });
    expect(await set('vip=3')).toMatchObject({ status: 200, body: { applicationId, config: 'vip=3' } });
    expect(await set(null)).toMatchObject({ status: 200, body: { config: null } });
  });

  it('take effect immediately when they are changed, disabled and enabled', async () => {
    const { path, ...application } = await create();
    const client = clientOf(application, application.secret);
    await admin.patch(path, { notice: 'Down at 8', rowVersion: 1 });
    expect(await notice(client)).toBe('Down at 8');
    await admin.patch(path, { enabled: false, rowVersion: 2 });
    expect(await notice(client)).toBe(10230);
    await admin.patch(path, { enabled: true, signMode: 'hmac-sha256', rowVersion: 3 });
    expect(await notice(client)).toBe(10010);
    expect(await notice(clientOf(application, application.secret, 'hmac-sha256'))).toBe('Down at 8');
  });

  it('refuse settings that contradict each other, and change nothing', async () => {
    const { path } = await create();
    const before = (await admin.get(path)).body;
    expect(await admin.patch(path, { hg: 60, heartbeatTimeoutSec: 60, rowVersion: 1 })).toMatchObject({
      status: 422,
      body: { errors: { hg: 'must be less than the heartbeat timeout (60)' } },
    });
    expect(await admin.patch(path, { unbindPolicy: 'deduct_hours', rowVersion: 1 })).toMatchObject({
      status: 422,
      body: { errors: { unbindHours: 'must be at least 1 for the policy deduct_hours' } },
    });
    expect(
      await admin.patch(path, { timeZone: 'Mars', language: 'fr', name: null, rowVersion: 1 }),
    ).toMatchObject({
      status: 422,
      body: {
        errors: { timeZone: expect.any(String), language: expect.any(String), name: expect.any(String) },
      },
    });
    expect((await admin.get(path)).body).toEqual(before);
  });

  it('rotate their secret: the old secret is valid during the overlap only', async () => {
    const { path, ...application } = await create();
    const rotated = await admin.post(`${path}/rotate-secret`, { overlapHours: 2 });
    expect(rotated).toMatchObject({
      status: 200,
      body: { previousSecretUntil: server.clock.now() + 7_200_000 },
    });
    const secret = String(rotated.body.appSecret);
    expect(secret).not.toBe(application.secret);
    const [old, current] = [clientOf(application, application.secret), clientOf(application, secret)];
    expect([await notice(old), await notice(current)]).toEqual(['', '']);
    server.clock.advance(7200);
    expect([await notice(old), await notice(current)]).toEqual([10010, '']);

    const again = await admin.post(`${path}/rotate-secret`, { overlapHours: 0 });
    expect(await notice(current)).toBe(10010);
    expect(await notice(clientOf(application, String(again.body.appSecret)))).toBe('');
  });

  it('end the overlap of a rotation: the old secret becomes invalid at once', async () => {
    const { path, ...application } = await create();
    expect(await admin.post(`${path}/end-overlap`)).toMatchObject({
      status: 409,
      body: { code: 'no_overlap' },
    });
    const rotated = await admin.post(`${path}/rotate-secret`, { overlapHours: 2 });
    const old = clientOf(application, application.secret);
    const current = clientOf(application, String(rotated.body.appSecret));
    expect([await notice(old), await notice(current)]).toEqual(['', '']);
    const revisionOf = async () =>
      (await server.dataSource.manager.findOneByOrFail(Application, { id: application.id })).revision;
    const revision = await revisionOf();
    expect(await admin.post(`${path}/end-overlap`)).toMatchObject({
      status: 200,
      body: { previousSecretUntil: null },
    });
    expect([await notice(old), await notice(current)]).toEqual([10010, '']);
    // Other processes notice the change by the revision.
    expect(await revisionOf()).toBe(revision + 1);

    expect(await admin.post(`${path}/end-overlap`)).toMatchObject({ status: 409 });
    await admin.post(`${path}/rotate-secret`, { overlapHours: 1 });
    server.clock.advance(3600);
    expect(await admin.post(`${path}/end-overlap`)).toMatchObject({ status: 409 });
  });

  it('are deleted only when disabled, with all that belongs to them', async () => {
    const { path, ...application } = await create({ name: 'Doomed' });
    await server.apply({
      name: 'Doomed',
      card_types: [{ name: 'Day', duration: { unit: 'days', amount: 1 } }],
      cards: Array.from({ length: 1500 }, (_, index) => ({ card: `C${index}`, card_type: 'Day' })),
      variables: [{ key: 'v', value: '1' }],
      functions: [{ name: 'f', source: 'function f() {}' }],
      data: [{ key: 'k', value: 'v', scope: 'card', card: 'C1' }],
    });
    const client = clientOf(application, application.secret);
    await client.post('/card/login', { card: 'C1', device_id: 'D' });
    const sessions = server.dataSource.getRepository(Session);
    const { tokenHash } = await sessions.findOneByOrFail({ applicationId: application.id });
    const copy = () => server.get(SessionCache).find(tokenHash);
    expect(await copy()).toMatchObject({ holderName: 'C1' });
    await client.post('/user/register', { username: 'U', password: 'secret1', card: 'C2', device_id: 'D' });
    expect(await admin.delete(path)).toMatchObject({ status: 409 });
    await remove(path);
    expect(await actionsOf(application.id)).toEqual(['start_delete', 'delete']);
    await expectEmpty(application.id);
    expect(await copy()).toBeUndefined();
    expect(await notice(client)).toBe(10230);
  });

  it('are not deleted further once they are enabled again', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: ['C1', 'C2'] });
    const path = `/applications/${jobs.applicationId}`;
    await jobs.app.addSessions(5000, (i) => ({ endedAt: i, endReason: 'logout' }));
    const setEnabled = async (enabled: boolean) =>
      expect(await admin.edit(path, { enabled })).toMatchObject({ status: 200 });
    await setEnabled(false);
    const deletion = admin.delete(path);
    const countSessions = async () => (await jobs.app.sessions()).length;
    await eventually(async () => (await countSessions()) < 5000 || undefined);
    await setEnabled(true);
    expect(await deletion).toMatchObject({ status: 409, body: { code: 'application_enabled' } });
    expect(await countSessions()).toBeGreaterThan(0);
    expect(await jobs.count()).toBe(2);
    // The audit log shows who deleted the sessions.
    expect(await actionsOf(jobs.applicationId)).toEqual(['start_delete']);
  });

  it('are deleted without delays for other requests, however many rows belong to them', async () => {
    const other = await CardApplication.create(server);
    const token = await other.open();
    const { manager } = server.dataSource;
    /** Returns the longest turn of the event loop in milliseconds. */
    const deleteLarge = async () => {
      const jobs = await CardJobs.create(server, admin, { cards: ['C1'] });
      const { app, applicationId } = jobs;
      await jobs.ended(jobs.generate({ count: MANY }));
      await app.addSessions(MANY, (i) => (i % 2 ? { endedAt: i, endReason: 'logout' } : {}));
      for (let start = 0; start < MANY; start += 1000) {
        const ids = Array.from({ length: 1000 }, (_, i) => start + i);
        const holder = (holderId: number) => ({ applicationId, holderKind: 'card', holderId }) as const;
        await insertRows(manager, Device, ids.map((id) => ({ ...holder(id), deviceId: 'D', boundAt: 1 }))); // prettier-ignore
        await insertRows(manager, ActiveHolder, ids.map((id) => ({ ...holder(id), month: 202601, days: 1 }))); // prettier-ignore
        const count = { applicationId, event: 'activation', code: 0, count: 1 } as const;
        await insertRows(manager, ActivityCount, ids.map((hour) => ({ ...count, hour }))); // prettier-ignore
      }
      let served = 0;
      const turn = await longestTurnMs(async () => {
        served = await other.beatDuring(token, () => remove(`/applications/${applicationId}`));
      });
      expect(served).toBeGreaterThan(10);
      await expectEmpty(applicationId);
      return turn;
    };
    expect(await leastOf(BAR_MS, deleteLarge)).toBeLessThan(BAR_MS);
    expect(await other.lives(token)).toBe(true);
  }, 1_200_000);

  it('with card types: terms, uniqueness, deletion', async () => {
    const { id: applicationId } = await create({ defaultUnbindLimit: 3 });
    const type = { applicationId, name: 'Month', durationUnit: 'months', durationAmount: 1 };
    const created = await admin.create('/card-types', type);
    expect(created).toMatchObject({ ...type, maxSessions: 1, maxDevices: 1, unbindLimit: 3, keyMask: null });
    expect(await admin.post('/card-types', type)).toMatchObject({
      status: 422,
      body: { errors: { name: 'is already taken' } },
    });
    expect(await admin.post('/card-types', { ...type, name: 'X', durationAmount: 0 })).toMatchObject({
      status: 422,
      body: { errors: { durationAmount: expect.stringContaining('required') } },
    });
    const ever = await admin.create('/card-types', {
      applicationId,
      name: 'Ever',
      durationUnit: 'permanent',
      unbindLimit: null,
    });
    expect(ever).toMatchObject({ durationAmount: 0, unbindLimit: null });
    await admin.patch(`/card-types/${ever.id}`, { durationAmount: 5, rowVersion: 1 });
    expect((await admin.get(`/card-types/${ever.id}`)).body.durationAmount).toBe(0);

    const path = `/card-types/${created.id}`;
    await server.apply({
      name: 'Editor',
      app_key: (await admin.get(`/applications/${applicationId}`)).body.appKey,
      cards: [{ card: 'K', card_type: 'Month' }],
    });
    expect(
      await admin.patch(path, { keyMask: 'VIP-********', priceNote: '9.90', rowVersion: 1 }),
    ).toMatchObject({
      status: 200,
      body: { keyMask: 'VIP-********', priceNote: '9.90' },
    });
    expect(await admin.delete(path)).toMatchObject({ status: 409 });
    const { body: cards } = await admin.list<{ id: number }>('/cards', { filter: { applicationId } });
    await admin.delete(`/cards/${cards[0]!.id}`);
    expect(await admin.delete(path)).toMatchObject({ status: 200 });
  });
});
