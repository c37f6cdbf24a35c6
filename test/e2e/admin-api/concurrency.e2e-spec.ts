import { beforeAll, describe, expect, it } from '@jest/globals';
import { AuditRecord } from '@app/database';
import { type AdminAnswer, AdminClient } from '../../support/admin-client.js';
import { createWorld, hire, unchanged, type World } from '../../support/admin-fixtures.js';
import { pathOf } from '../../support/admin-route-table.js';
import { adminRoutes } from '../../support/admin-routes.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

/** Returns two edits for each kind of editable record, with different values. */
const EDITS: Record<string, [(n: number) => object, (n: number) => object]> = {
  admins: [(n) => ({ name: `Ann ${n}` }), (n) => ({ email: `ann.${n}@example.com` })],
  applications: [(n) => ({ notice: `${n}` }), (n) => ({ unbindHours: n })],
  'card-types': [(n) => ({ priceNote: `${n}` }), (n) => ({ maxDevices: n })],
  cards: [(n) => ({ note: `${n}` }), (n) => ({ maxSessions: n })],
  users: [(n) => ({ note: `${n}` }), (n) => ({ maxSessions: n })],
  variables: [(n) => ({ value: `${n}` }), (n) => ({ checkRule: `${n}` })],
  data: [(n) => ({ value: `${n}` }), (n) => ({ key: `key-${n}` })],
  functions: [(n) => ({ source: `function one() { return ${n}; }` }), (n) => ({ timeoutMs: n })],
  versions: [(n) => ({ notice: `${n}` }), (n) => ({ url: `https://example.com/${n}` })],
  channels: [(n) => ({ name: `Shop ${n}` }), (n) => ({ maxPerDay: n })],
  webhooks: [(n) => ({ name: `Hook ${n}` }), (n) => ({ url: `https://example.com/${n}` })],
  notifiers: [(n) => ({ name: `Notifier ${n}` }), (n) => ({ address: `https://example.com/${n}` })],
  blocks: [(n) => ({ reason: `${n}` }), (n) => ({ pattern: `D${n}` })],
};

/** Actions that a repeated request must not run again, with their bodies. */
const VERSIONED_ACTIONS: readonly [action: string, body: object][] = [
  ['/applications/:id/rotate-secret', { overlapHours: 1 }],
  ['/applications/:id/end-overlap', {}],
  ['/applications/:id/rotate-signing-key', { overlapHours: 1 }],
  ['/applications/:id/renew-portal-link', {}],
  ['/webhooks/:id/rotate-secret', { overlapHours: 1 }],
  ['/channels/:id/rotate-key', {}],
  ['/cards/:id/add-time', { unit: 'days', amount: 1 }],
  ['/cards/:id/add-uses', { uses: 1 }],
  ['/users/:id/add-time', { unit: 'days', amount: 1 }],
  ['/users/:id/add-uses', { uses: 1 }],
];

type Row = Record<string, unknown> & { rowVersion: number };

const stale = (rowVersion: number) => ({
  status: 409,
  body: {
    message: 'Someone else has changed this record; reload it and repeat the change',
    errors: { rowVersion: `is now ${rowVersion}` },
  },
});

describe('two administrators', () => {
  const server = TestServer.forSuite();
  const ann = AdminClient.forSuite(server);
  let ben: AdminClient;
  let world: World;
  beforeAll(async () => {
    ben = (await hire(server, ann, 'owner')).client;
    world = await createWorld(server, ann);
  });

  const row = async (path: string) => (await ann.get<Row>(path)).body;
  const changes = (path: string) => {
    const [, resource, recordId] = path.split('/') as [string, string, string];
    return server.dataSource.getRepository(AuditRecord).countBy({ resource, recordId });
  };

  it('can edit every kind of record that there is', () => {
    const paths = adminRoutes(server).filter(({ method }) => method === 'PATCH');
    expect(new Set(Object.keys(EDITS))).toEqual(new Set(paths.map(({ path }) => path.split('/')[1])));
  });

  describe.each(Object.entries(EDITS))('who edit the same record of %s', (resource, [one, other]) => {
    let n = 100;
    const path = () => pathOf(`PATCH /${resource}/:id`, world);

    it('do not overwrite one another: the second is refused and changes nothing', async () => {
      const { rowVersion } = await row(path());
      const [first, second] = [one(++n), other(n)];
      expect(await ann.patch(path(), { ...first, rowVersion })).toMatchObject({
        status: 200,
        body: { ...first, rowVersion: rowVersion + 1 },
      });
      const late = await unchanged(server, () => ben.patch(path(), { ...second, rowVersion }));
      expect(late).toMatchObject(stale(rowVersion + 1));
      // An edit that repeats the saved values, and an edit with a future row version, are refused too.
      expect(await ben.patch(path(), { ...first, rowVersion })).toMatchObject(stale(rowVersion + 1));
      const early = await ben.patch(path(), { ...second, rowVersion: rowVersion + 2 });
      expect(early).toMatchObject(stale(rowVersion + 1));
      expect(await ben.patch(path(), second)).toMatchObject({
        status: 422,
        body: { errors: { rowVersion: 'is required' } },
      });

      expect(await ben.patch(path(), { ...second, rowVersion: rowVersion + 1 })).toMatchObject({
        status: 200,
        body: { ...second, rowVersion: rowVersion + 2 },
      });
    });

    it('concurrently have one winner', async () => {
      for (let round = 0; round < 3; round++) {
        const { rowVersion } = await row(path());
        const noted = await changes(path());
        const answers = await Promise.all(
          Array.from({ length: 6 }, (_, i) =>
            (i % 3 ? ann : ben).patch<Row>(path(), { ...(i % 2 ? one : other)(++n), rowVersion }),
          ),
        );
        const won = answers.filter(({ status }) => status === 200);
        expect(won).toHaveLength(1);
        for (const answer of answers)
          if (answer !== won[0]) expect(answer).toMatchObject(stale(rowVersion + 1));
        expect(await row(path())).toEqual(won[0]!.body);
        expect(won[0]!.body.rowVersion).toBe(rowVersion + 1);
        expect(await changes(path())).toBe(noted + 1);
      }
    });
  });

  describe.each(VERSIONED_ACTIONS)('who call %s', (action, body) => {
    const path = () => pathOf(`POST ${action}`, world);
    const recordPath = () => path().replace(/\/[^/]+$/, '');
    const call = (as: AdminClient, more: object = {}) => as.post(path(), { ...body, ...more });
    /** Returns the version of the record, for which the action is possible. */
    const seenVersion = async () => {
      if (action.endsWith('end-overlap'))
        await ann.post(`${recordPath()}/rotate-secret`, { overlapHours: 1 });
      if (action.endsWith('add-uses')) await ann.edit(recordPath(), { uses: 100 });
      return (await row(recordPath())).rowVersion;
    };

    it('having seen the same version, concurrently have one winner', async () => {
      const rowVersion = await seenVersion();
      const noted = await changes(recordPath());
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, i) => call(i % 2 ? ann : ben, { rowVersion })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers)
        if (answer.status !== 200) expect(answer).toMatchObject(stale(rowVersion + 1));
      expect((await row(recordPath())).rowVersion).toBe(rowVersion + 1);
      expect(await changes(recordPath())).toBe(noted + 1);
    });

    it('having seen an older version are refused, and nothing changes', async () => {
      const rowVersion = await seenVersion();
      const late = await unchanged(server, () => call(ben, { rowVersion: rowVersion - 1 }));
      expect(late).toMatchObject(stale(rowVersion));
      expect(await call(ben, { rowVersion })).toMatchObject({ status: 200 });
    });

    it('without a version are not refused', async () => {
      await seenVersion();
      expect(await call(ben)).toMatchObject({ status: 200 });
      if (Object.keys(body).length > 0) return;
      await seenVersion();
      expect(await ben.post(path())).toMatchObject({ status: 200 });
    });
  });

  it('who restore versions of a function concurrently have one winner', async () => {
    const { id, rowVersion } = await ann.create('/functions', {
      applicationId: world.applicationId,
      name: 'three',
      source: 'function three() { return 1; }',
    });
    const source = 'function three() { return 2; }';
    await ann.patch(`/functions/${id}`, { source, rowVersion });
    const restore = (admin: AdminClient, version: number) =>
      admin.post(`/functions/${id}/versions/${version}/restore`, { rowVersion });
    expect(await restore(ann, 1)).toMatchObject(stale(rowVersion + 1));
    const again = (admin: AdminClient) =>
      admin.post(`/functions/${id}/versions/1/restore`, { rowVersion: rowVersion + 1 });
    const answers = await Promise.all([again(ann), again(ben), again(ann), again(ben)]);
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers) if (answer !== won[0]) expect(answer).toMatchObject(stale(rowVersion + 2));
  });
});

describe('an administrator and clients', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);
  let app: UserApplication;
  let applicationId: number;

  /** Creates an application with the user alice (registered with C1) and the cards C2 to C4, of which C2 is in use. */
  const start = async () => {
    app = await UserApplication.withAlice(server, { cards: ['C1', 'C2', 'C3', 'C4'] });
    ({ applicationId } = await app.row());
    return app.ofCards.open('D2', 'C2');
  };
  const find = async (resource: string, filter: object) => {
    const { body } = await admin.list<Row & { id: number }>(resource, {
      filter: { applicationId, ...filter },
    });
    expect(body).toHaveLength(1);
    return body[0]!;
  };
  const edit = (resource: string, { id, rowVersion }: { id: unknown; rowVersion: number }, fields: object) =>
    admin.patch<Row>(`${resource}/${Number(id)}`, { ...fields, rowVersion });

  const CHANGES: Record<string, [string, object, object, (token: string) => Promise<unknown>]> = {
    'a recharge of a card': ['/cards', { card: 'C2' }, { note: 'x' }, () => app.ofCards.recharge('C3', 'C2')],
    'a card consumed by a recharge': [
      '/cards',
      { card: 'C3' },
      { note: 'x' },
      () => app.ofCards.recharge('C3', 'C2'),
    ],
    'the first login with a card': [
      '/cards',
      { card: 'C4' },
      { note: 'x' },
      () => app.ofCards.open('D4', 'C4'),
    ],
    'an unbinding': [
      '/cards',
      { card: 'C2' },
      { unbindsUsed: 0 },
      (token) => app.ofCards.unbind(token, 'D2', 'C2'),
    ],
    "a card's configuration": ['/cards', { card: 'C2' }, { config: '{}' }, (token) => app.ofCards.client.post('/card/config', { card: 'C2', config: '{"a":1}', token })], // prettier-ignore
    'a recharge of a user': ['/users', { username: 'alice' }, { note: 'x' }, () => app.recharge('C3')],
    "a user's configuration": [
      '/users',
      { username: 'alice' },
      { config: '{}' },
      () => app.setConfig('{"a":1}'),
    ],
  };

  it.each(Object.keys(CHANGES))('do not overwrite one another: %s', async (name) => {
    const [resource, filter, fields, change] = CHANGES[name]!;
    const token = await start();
    const before = await find(resource, filter);
    await change(token);
    const now = await find(resource, filter);
    expect(now.rowVersion).toBe(before.rowVersion + 1);
    expect(await unchanged(server, () => edit(resource, before, fields))).toMatchObject(
      stale(now.rowVersion),
    );
    expect(await find(resource, filter)).toEqual(now);
    expect(await edit(resource, now, fields)).toMatchObject({ status: 200, body: fields });
  });

  it("do not overwrite each other's remote data", async () => {
    await start();
    const { client } = app.ofCards;
    const before = await admin.create('/data', { applicationId, key: 'level', value: '1' });
    expect(await client.post('/remote/data/level', { scope: 'app', action: 'update', value: '2' })).toMatchObject({ code: 0 }); // prettier-ignore
    expect(await edit('/data', before, { value: '3' })).toMatchObject({ status: 409 });
    expect(await find('/data', { key: 'level' })).toMatchObject({ value: '2' });
  });

  it('lose no change when a card is edited and recharged concurrently', async () => {
    for (let round = 0; round < 4; round++) {
      await start();
      const before = await find('/cards', { card: 'C2' });
      const [edited, recharged] = await Promise.all([
        edit('/cards', before, { note: 'edited', maxDevices: 9 }),
        app.ofCards.recharge('C3', 'C2'),
      ]);
      expect(recharged.code).toBe(0);
      const after = await find('/cards', { card: 'C2' });
      expect(after['expiresAt']).toBe(Number(before['expiresAt']) + 30 * 86_400_000);
      if (isDone(edited)) expect(after).toMatchObject({ note: 'edited', maxDevices: 9 });
      else expect(after).toMatchObject({ note: null, maxDevices: 1 });
    }
  });
});

function isDone({ status }: AdminAnswer): boolean {
  expect([200, 409]).toContain(status);
  return status === 200;
}
