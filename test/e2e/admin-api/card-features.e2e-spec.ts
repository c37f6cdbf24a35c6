import { beforeEach, describe, expect, it } from '@jest/globals';
import { Card, CardType } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { CardJobs, type Job } from '../../support/card-jobs.js';
import { TestServer } from '../../support/test-server.js';

interface Row {
  id: number;
  rowVersion: number;
  features: object;
}

const FEATURES = { seats: 3, export: true, edition: '专业版', beta: false };

describe('features in the admin API', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);
  let jobs: CardJobs;
  beforeEach(async () => {
    jobs = await CardJobs.create(server, admin, { type: { features: FEATURES }, cards: ['C1'] });
  });

  const typeWith = (features: unknown, name = 'Pro') =>
    admin.post<Row>('/card-types', {
      applicationId: jobs.applicationId,
      name,
      durationUnit: 'permanent',
      features,
    });
  /** Returns the column as it is stored. */
  const stored = async (table: 'cards' | 'card_types' | 'users', id: number) => {
    const [row] = await server.dataSource.query(`SELECT features FROM ${table} WHERE id = ?`, [id]);
    return row.features as string | null;
  };

  it('card types have features, and give them to new cards and users', async () => {
    const { applicationId } = jobs;
    const { body: type } = await typeWith(FEATURES);
    expect(type).toMatchObject({ features: FEATURES });
    expect(await stored('card_types', type.id)).toBe(
      '{"beta":false,"edition":"专业版","export":true,"seats":3}',
    );
    const cardTypeId = type.id;
    const generated = await admin.post<Job>('/card-jobs/generate', { applicationId, cardTypeId, count: 1 });
    expect(generated).toMatchObject({ status: 201 });
    await jobs.ended(generated);
    const made = await admin.list<Row>('/cards', { filter: { applicationId, cardTypeId } });
    expect(made.body).toMatchObject([{ features: FEATURES }]);
    const user = { applicationId, cardTypeId, username: 'bob', password: 'secret12' };
    expect(await admin.create('/users', user)).toMatchObject({ features: FEATURES });

    // Existing cards and users keep their features.
    await admin.patch(`/card-types/${type.id}`, { features: {}, rowVersion: 1 });
    expect(await stored('card_types', type.id)).toBeNull();
    expect((await admin.get(`/cards/${made.body[0]!.id}`)).body).toMatchObject({ features: FEATURES });
  });

  it('are empty unless they are given', async () => {
    const { body } = await typeWith(undefined);
    expect(body.features).toEqual({});
    expect(await stored('card_types', body.id)).toBeNull();
  });

  it('of a card and of a user are replaced, with an audit record', async () => {
    const { cardTypeId, applicationId } = jobs;
    const { id } = await jobs.app.row();
    const account = { applicationId, cardTypeId, username: 'bob', password: 'secret12' };
    const user = await admin.create<Row>('/users', account);
    for (const path of [`/cards/${id}`, `/users/${user.id}`]) {
      const edited = await admin.edit(path, { features: { own: 'x' } });
      expect(edited).toMatchObject({ status: 200, body: { features: { own: 'x' } } });
      const history = await admin.get<{ audit: object[] }>(`${path}/history`);
      expect(history.body.audit[0]).toMatchObject({
        action: 'update',
        before: JSON.stringify({ features: { beta: false, edition: '专业版', export: true, seats: 3 } }),
        after: JSON.stringify({ features: { own: 'x' } }),
      });
    }
  });

  it('an edit that only changes their order is not a change', async () => {
    const { id } = await jobs.app.row();
    const { rowVersion } = (await admin.get<Row>(`/cards/${id}`)).body;
    const edit = async (features: object) =>
      (await admin.patch<Row>(`/cards/${id}`, { features, rowVersion })).body.rowVersion;
    expect(await edit(Object.fromEntries(Object.entries(FEATURES).toReversed()))).toBe(rowVersion);
    expect(await edit({})).toBe(rowVersion + 1);
  });

  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, true]));
  const WRONG: [features: unknown, fault: object][] = [
    [null, { code: 'features', message: expect.stringContaining('must be an object') }],
    ['{"a":true}', { code: 'features' }],
    [['a'], { code: 'features' }],
    [many(33), { code: 'feature_count', params: { max: 32 } }],
    [
      { ok: true, 'a b': true },
      { code: 'feature_name', params: { name: 'a b', max: 64 } },
    ],
    [{ '': true }, { code: 'feature_name', params: { name: '' } }],
    [
      { ok: true, seats: null },
      { code: 'feature_value', message: expect.stringContaining('seats') },
    ],
    [{ list: [1] }, { code: 'feature_value', params: { name: 'list' } }],
    [{ deep: { a: 1 } }, { code: 'feature_value', params: { name: 'deep' } }],
    [{ text: 'x'.repeat(4097) }, { code: 'features_size', params: { max: 4096 } }],
  ];

  it.each(WRONG)('refuses %j, and names what is wrong', async (features, fault) => {
    const refused = { status: 422, body: { faults: { features: fault } } };
    expect(await typeWith(features)).toMatchObject(refused);
    const { id } = await jobs.app.row();
    expect(await admin.patch(`/cards/${id}`, { features, rowVersion: 1 })).toMatchObject(refused);
  });

  it.each(['__proto__', 'constructor', 'toString'])('refuses the name %s', async (name) => {
    expect(await typeWith(JSON.parse(`{"${name}":true}`))).toMatchObject({
      status: 422,
      body: { faults: { [`features.${name}`]: { code: 'unknown_field' } } },
    });
  });

  it('refuses a number that JSON reads as infinite', async () => {
    const { applicationId } = jobs;
    const type = `{"applicationId":${applicationId},"name":"X","durationUnit":"permanent"`;
    const body = `${type},"features":{"a":1e999}}`;
    const answer = await admin.request('POST', '/card-types', body, { 'content-type': 'application/json' });
    expect(answer).toMatchObject({ status: 422, body: { faults: { features: { code: 'feature_value' } } } });
  });

  it('an export contains features', async () => {
    await jobs.app.change({ features: {} });
    await jobs.app.configure({ cards: [{ card: 'C2', card_type: 'Type', features: { a: 1, b: '"2"' } }] });
    const query = new URLSearchParams({
      filter: JSON.stringify({ applicationId: jobs.applicationId }),
      columns: 'card,features',
    });
    const { text } = await admin.get(`/cards/export?${query.toString()}`);
    const lines = text.replace('\uFEFF', '').trim().split('\r\n').slice(1);
    expect(lines).toEqual(['C1,', String.raw`C2,"{""a"":1,""b"":""\""2\""""}"`]);
  });

  it('are read as objects wherever rows are read', async () => {
    const { manager } = server.dataSource;
    const { cardTypeId } = jobs;
    expect((await manager.findOneByOrFail(CardType, { id: cardTypeId })).features).toEqual(FEATURES);
    expect((await manager.findOneByOrFail(Card, { cardTypeId })).features).toEqual(FEATURES);
  });
});
