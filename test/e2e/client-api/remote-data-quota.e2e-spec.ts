import { describe, expect, it } from '@jest/globals';
import { DataUsage, RemoteData } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication, expectRefused } from '../../support/card-application.js';
import { withFailingCommits } from '../../support/failing-commits.js';
import { codes, MANY, numbered } from '../../support/race.js';
import type { Parameters } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

const QUOTA = {
  QUOTA_APPLICATION_KEYS: '5',
  QUOTA_APPLICATION_BYTES: '1000',
  QUOTA_CARD_KEYS: '3',
  QUOTA_CARD_BYTES: '100',
};
const SCOPES: [string, Parameters, number, number][] = [
  ['an application', {}, 5, 1000],
  ['a card', { scope: 'card', kami: 'C1' }, 3, 100],
];
const OF_C2 = { scope: 'card', kami: 'C2' };

describe('the quota of remote data', () => {
  const server = TestServer.forSuite(QUOTA);
  const admin = AdminClient.forSuite(server);

  const application = () => CardApplication.create(server, { cards: ['C1', 'C2'] });
  const write = (app: CardApplication, action: string, key: string, value: string, scope: Parameters = {}) =>
    app.client.post(`/remote/data/${key}`, { action, value, ...scope });
  const create = (app: CardApplication, key: string, value: string, scope: Parameters = {}) =>
    write(app, 'create', key, value, scope);
  const update = (app: CardApplication, key: string, value: string, scope: Parameters = {}) =>
    write(app, 'update', key, value, scope);
  const remove = (app: CardApplication, key: string, scope: Parameters = {}) =>
    app.client.delete(`/remote/data/${key}`, scope);
  const done = { code: 0 };

  /** The counted usage of an application must equal its stored data. */
  const expectExact = async (app: CardApplication) => {
    const { applicationId } = await app.row('C2');
    const counts: Record<string, [number, number]> = {};
    for (const { scope, ownerId, key, value } of await server.dataSource.manager.findBy(RemoteData, {
      applicationId,
    })) {
      const count = (counts[`${scope} ${ownerId}`] ??= [0, 0]);
      count[0] += 1;
      count[1] += Buffer.byteLength(key + value);
    }
    const usages = await server.dataSource.manager.findBy(DataUsage, { applicationId });
    const used = usages.filter(({ keyCount, byteCount }) => keyCount !== 0 || byteCount !== 0);
    expect(
      Object.fromEntries(
        used.map(({ scope, ownerId, keyCount, byteCount }) => [`${scope} ${ownerId}`, [keyCount, byteCount]]),
      ),
    ).toEqual(counts);
  };

  describe.each(SCOPES)('of %s', (_, scope, keys, bytes) => {
    it('10523: one more key; a deleted one makes room', async () => {
      const app = await application();
      for (let i = 0; i < keys; i++) expect(await create(app, `k${i}`, '', scope)).toMatchObject(done);
      await expectRefused(server, 10523, () => create(app, 'more', '', scope));
      expect(await create(app, 'k0', '', scope)).toMatchObject({ code: 10522 });
      expect(await remove(app, 'k0', scope)).toMatchObject(done);
      expect(await create(app, 'more', '', scope)).toMatchObject(done);
      await expectExact(app);
    });

    it('10523: one more byte of key and value in UTF-8, by a create or an update', async () => {
      const app = await application();
      const full = '值'
        .repeat(Math.floor((bytes - 3) / 3))
        .padEnd(bytes - 3 - 2 * Math.floor((bytes - 3) / 3));
      expect(Buffer.byteLength(`k${full}`)).toBe(bytes - 2);
      expect(await create(app, 'k', `${full}x`, scope)).toMatchObject(done);
      await expectRefused(server, 10523, () => create(app, 'ab', '', scope));
      expect(await create(app, 'a', '', scope)).toMatchObject(done);
      await expectRefused(server, 10523, () => update(app, 'a', 'x', scope));
      expect(await update(app, 'k', '', scope)).toMatchObject(done);
      expect(await update(app, 'a', 'x', scope)).toMatchObject(done);
      await expectExact(app);
    });

    it('allows data above the quota to shrink', async () => {
      const app = await application();
      const { id, applicationId } = await app.row();
      const owner = {
        applicationId,
        scope: scope['scope'] ? 'card' : 'app',
        ownerId: scope['scope'] ? id : 0,
      };
      const times = { createdAt: 0, updatedAt: 0 };
      const { manager } = server.dataSource;
      await manager.insert(RemoteData, {
        ...owner,
        key: 'k',
        value: 'x'.repeat(2 * bytes),
        ...times,
      } as never);
      await manager.insert(DataUsage, { ...owner, keyCount: 1, byteCount: 2 * bytes + 1 } as never);
      expect(await update(app, 'k', 'y'.repeat(2 * bytes), scope)).toMatchObject(done);
      expect(await update(app, 'k', 'y'.repeat(2 * bytes - 1), scope)).toMatchObject(done);
      await expectRefused(server, 10523, () => update(app, 'k', 'y'.repeat(2 * bytes), scope));
      await expectRefused(server, 10523, () => create(app, 'a', '', scope));
      expect(await remove(app, 'k', scope)).toMatchObject(done);
      await expectExact(app);
    });

    it('is recounted before a refusal, since an old version deleted data without counting', async () => {
      const app = await application();
      for (let i = 0; i < keys; i++) expect(await create(app, `k${i}`, 'x', scope)).toMatchObject(done);
      const { applicationId } = await app.row();
      await server.dataSource.manager.delete(RemoteData, { applicationId, key: 'k0' });
      expect(await create(app, 'new', 'x', scope)).toMatchObject(done);
      await expectExact(app);
      await expectRefused(server, 10523, () => create(app, 'more', 'x', scope));
      await expectExact(app);
    });

    it('is recounted again after a recount whose commit failed', async () => {
      const app = await application();
      for (let i = 0; i < keys; i++) expect(await create(app, `k${i}`, 'x', scope)).toMatchObject(done);
      const { applicationId } = await app.row();
      await server.dataSource.manager.delete(RemoteData, { applicationId, key: 'k0' });
      const failed = await withFailingCommits(server.dataSource, () => create(app, 'new', 'x', scope));
      expect(failed).not.toMatchObject(done);
      expect(await create(app, 'new', 'x', scope)).toMatchObject(done);
      await expectExact(app);
    });

    it('of parallel creates at the last free place exactly one succeeds', async () => {
      const app = await application();
      for (let i = 1; i < keys; i++) await create(app, `k${i}`, '', scope);
      const requests = numbered('new').map((key) => create(app, key, 'x', scope));
      expect(await codes(requests)).toEqual({ 0: 1, 10523: MANY - 1 });
      await expectExact(app);
    });

    it('of parallel first creates as many succeed as fit', async () => {
      const app = await application();
      const requests = numbered('new').map((key) => create(app, key, '', scope));
      expect(await codes(requests)).toEqual({ 0: keys, 10523: MANY - keys });
      await expectExact(app);
    });

    it('of parallel updates at the last free bytes exactly one succeeds', async () => {
      const app = await application();
      const half = 'x'.repeat((bytes - 4) / 2 - 3);
      await create(app, 'k1', half, scope);
      await create(app, 'k2', half, scope);
      const requests = ['k1', 'k2'].map((key) => update(app, key, `${half}xxxxxx`, scope));
      expect(await codes(requests)).toEqual({ 0: 1, 10523: 1 });
      await expectExact(app);
    });

    it('stays exact under creates, updates and deletes at the same time', async () => {
      const app = await application();
      for (let round = 0; round < 3; round++) {
        const requests = numbered('k').flatMap((key, i) => [
          create(app, key, 'x'.repeat(i), scope),
          update(app, key, 'x'.repeat(MANY - i), scope),
          remove(app, key, scope),
        ]);
        await codes(requests);
        await expectExact(app);
      }
    });
  });

  it('of a card does not reduce the quota of other cards or of the application', async () => {
    const app = await application();
    for (const key of ['a', 'b', 'c']) await create(app, key, '', SCOPES[1]![1]);
    expect(await create(app, 'a', '', OF_C2)).toMatchObject(done);
    for (const key of numbered('k').slice(0, 5)) expect(await create(app, key, '')).toMatchObject(done);
    expect(await create(app, 'b', '', OF_C2)).toMatchObject(done);
  });

  it('applies to administrators too: 422, and their changes and deletions count', async () => {
    const app = await application();
    const { applicationId } = await app.row();
    const fields = { applicationId, scope: 'card', card: 'C1' };
    const created = await admin.create('/data', { ...fields, key: 'k', value: 'x'.repeat(90) });
    expect(await admin.post('/data', { ...fields, key: 'k2', value: 'x'.repeat(20) })).toMatchObject({
      status: 422,
      body: { errors: { value: expect.stringContaining('quota') } },
    });
    await expectExact(app);
    expect(await admin.get(`/data/usage?applicationId=${applicationId}&card=C1`)).toMatchObject({
      status: 200,
      body: { keys: 1, bytes: 91, maxKeys: 3, maxBytes: 100 },
    });
    expect(await admin.get(`/data/usage?applicationId=${applicationId}`)).toMatchObject({
      body: { keys: 0, bytes: 0, maxKeys: 5, maxBytes: 1000 },
    });
    const path = `/data/${created.id}`;
    const { rowVersion } = (await admin.get(path)).body;
    // For an hour after a refusal, the server does not recount the owner's data, so this test uses another application.
    const other = await application();
    const grown = await admin.create('/data', {
      applicationId: (await other.row()).applicationId,
      key: 'k',
      value: 'x',
    });
    const tooLong = { rowVersion: 1, value: 'x'.repeat(1000) };
    expect(await admin.patch(`/data/${grown.id}`, tooLong)).toMatchObject({
      status: 422,
      body: { errors: { value: expect.stringContaining('quota') } },
    });
    await expectExact(other);
    expect(await admin.patch(path, { rowVersion, key: 'key', value: '值' })).toMatchObject({ status: 200 });
    await expectExact(app);
    expect(await admin.delete(path)).toMatchObject({ status: 200 });
    await expectExact(app);
  });

  it('is counted with apply, and goes with its card', async () => {
    const app = await application();
    await app.configure({
      data: [
        { key: 'a', value: 'one' },
        { key: 'a', value: '值', scope: 'card', card: 'C1' },
        { key: 'b', value: '', scope: 'card', card: 'C1' },
      ],
    });
    await expectExact(app);
    await app.configure({ data: [{ key: 'a', value: 'longer' }] });
    await expectExact(app);
    await expect(app.configure({ data: [{ key: 'big', value: 'x'.repeat(1000) }] })).rejects.toThrow(/quota/);
    await expectExact(app);
    const { id, applicationId } = await app.row();
    expect(await admin.delete(`/cards/${id}`)).toMatchObject({ status: 200 });
    expect(await server.dataSource.manager.countBy(DataUsage, { applicationId })).toBe(1);
    await expectExact(app);
  });
});
