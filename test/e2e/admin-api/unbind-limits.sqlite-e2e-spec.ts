import { describe, expect, it } from '@jest/globals';
import { UsageWriter } from '@app/usage';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { TestServer } from '../../support/test-server.js';

const REQUIRED = 'is required by the unbind policy add_hours, which adds time';

interface Row {
  id: number;
  rowVersion: number;
}

describe('Sellers and the limits of unbinding', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);

  const get = async <T extends object>(path: string) => (await admin.get<Row & T>(path)).body;

  it('a policy that adds time requires limits: of types, cards and users', async () => {
    const app = await CardApplication.create(server, { settings: { unbind_hours: 1 } });
    const { id: cardId, applicationId, cardTypeId } = await app.row();
    const policy = (unbindPolicy: string) => admin.edit(`/applications/${applicationId}`, { unbindPolicy });
    expect(await policy('add_hours')).toMatchObject({
      status: 422,
      body: { errors: { unbindPolicy: expect.stringMatching(/these card types: Type$/) } },
    });

    const edit = (path: string, unbindLimit: number | null) => admin.edit(path, { unbindLimit });
    expect(await edit(`/card-types/${cardTypeId}`, 3)).toMatchObject({ status: 200 });
    expect(await policy('add_hours')).toMatchObject({ status: 200 });
    const refused = { status: 422, body: { errors: { unbindLimit: REQUIRED } } };
    expect(await edit(`/card-types/${cardTypeId}`, null)).toMatchObject(refused);
    expect(await edit(`/cards/${cardId}`, 2)).toMatchObject({ status: 200 });
    expect(await edit(`/cards/${cardId}`, null)).toMatchObject(refused);
    const type = { applicationId, name: 'Other', durationUnit: 'days', durationAmount: 1 };
    expect(await admin.post('/card-types', type)).toMatchObject(refused);

    // Changes the card type to a state that an earlier version could save.
    await server.dataSource.query('UPDATE card_types SET unbind_limit = NULL WHERE id = ?', [cardTypeId]);
    const ofType = {
      status: 422,
      body: { errors: { cardTypeId: expect.stringContaining('no unbind limit') } },
    };
    const made = { applicationId, cardTypeId };
    expect(await admin.post('/card-jobs/generate', { ...made, count: 1 })).toMatchObject(ofType);
    const user = { ...made, username: 'bob', password: 'correct horse' };
    expect(await admin.post('/users', user)).toMatchObject(ofType);
  });

  it('a card type can have its own policy, and needs its own hours if this policy uses hours, and its own limit if it adds time', async () => {
    const app = await CardApplication.create(server);
    const { id: cardId, applicationId, cardTypeId } = await app.row();
    const path = `/card-types/${cardTypeId}`;
    const edit = (fields: object) => admin.edit(path, fields);
    expect((await admin.get(path)).body).toMatchObject({ unbindPolicy: null, unbindHours: 0 });
    const refusals: [object, object][] = [
      [{ unbindPolicy: 'deduct_hours' }, { unbindHours: 'must be at least 1 for the policy deduct_hours' }],
      [{ unbindPolicy: 'add_hours', unbindHours: 5 }, { unbindLimit: REQUIRED }],
      [{ unbindPolicy: 'never' }, { unbindPolicy: expect.any(String) }],
    ];
    for (const [fields, errors] of refusals) {
      expect(await edit(fields)).toMatchObject({ status: 422, body: { errors } });
      const type = { applicationId, name: 'New', durationUnit: 'days', durationAmount: 1, ...fields };
      expect(await admin.post('/card-types', type)).toMatchObject({ status: 422, body: { errors } });
    }
    expect(await edit({ unbindPolicy: 'add_hours', unbindHours: 5, unbindLimit: 3 })).toMatchObject({
      status: 200,
      body: { unbindPolicy: 'add_hours', unbindHours: 5 },
    });
    expect(await edit({ unbindHours: 0 })).toMatchObject({ status: 422 });
    expect(await edit({ unbindLimit: null })).toMatchObject({ status: 422 });
    const card = `/cards/${cardId}`;
    await admin.edit(card, { unbindLimit: 4 });
    expect(await admin.edit(card, { unbindLimit: null })).toMatchObject({
      status: 422,
      body: { errors: { unbindLimit: REQUIRED } },
    });

    // The application's policy has no effect on a card type with its own policy.
    expect(await edit({ unbindPolicy: 'disabled', unbindLimit: null })).toMatchObject({ status: 200 });
    const policy = { unbindPolicy: 'reset_to_unused' };
    expect(await admin.edit(`/applications/${applicationId}`, policy)).toMatchObject({ status: 200 });
    const made = { applicationId, cardTypeId, count: 1 };
    expect(await admin.post('/card-jobs/generate', made)).toMatchObject({ status: 201 });
    expect(await edit({ unbindPolicy: null })).toMatchObject({
      status: 422,
      body: { errors: { unbindLimit: expect.stringContaining('reset_to_unused') } },
    });
  });

  it('a freeze stores its reason, and names the card or user that consumed the card', async () => {
    const app = await CardApplication.create(server, { cards: ['C1', 'U'] });
    await app.open();
    await app.recharge('U');
    const path = `/cards/${(await app.row('U')).id}`;
    const answer = await admin.post(`${path}/freeze`, { reason: 'charged back' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        frozen: true,
        consumedBy: { kind: 'card', name: 'C1' },
        warnings: [expect.stringContaining('C1')],
      },
    });
    const { audit } = await get<{ audit: { action: string; after: string }[] }>(`${path}/history`);
    expect(audit[0]).toMatchObject({ action: 'freeze', after: expect.stringContaining('charged back') });

    const other = `/cards/${(await app.row()).id}`;
    await admin.post(`${other}/freeze`, { reason: 'shared' });
    expect(await get(`${other}/diagnosis`)).toMatchObject({ facts: { frozenReason: 'shared' } });
  });

  it.each(['unfreeze', 'reset', 'unbind', 'kick'])(
    'a field that %s does not read is refused',
    async (action) => {
      const app = await CardApplication.create(server);
      const path = `/cards/${(await app.row()).id}/${action}`;
      expect(await admin.post(path, { reason: 'x' })).toMatchObject({
        status: 422,
        body: { errors: { reason: 'cannot be set here' } },
      });
    },
  );

  it('the diagnosis is about the refused device, even if another device logged in within the minute', async () => {
    const app = await CardApplication.create(server, { settings: { multi_open_policy: 'kick_oldest' } });
    await app.open('OLD');
    expect((await app.login('NEW')).code).toBe(10217);
    server.clock.advance(20);
    await app.open('OLD');
    server.clock.advance(20);
    expect((await app.login('NEW')).code).toBe(10217);
    await server.get(UsageWriter).run();
    expect(await get(`/cards/${(await app.row()).id}/diagnosis`)).toMatchObject({
      deviceId: 'NEW',
      reason: 'device_limit',
    });
  });

  it('a source that does not define its function is refused, also when it is restored or renamed', async () => {
    const { applicationId } = await (await CardApplication.create(server)).row();
    const refused = {
      status: 422,
      body: { errors: { source: expect.stringContaining('does not define a function named') } },
    };
    for (const name of ['greet', 'toString']) {
      const body = { applicationId, name, source: 'function other() {}' };
      expect(await admin.post('/functions', body)).toMatchObject(refused);
    }
    const source = 'function greet() { return 1 }';
    const { id, rowVersion } = (await admin.post<Row>('/functions', { applicationId, name: 'greet', source }))
      .body;
    const rename = { name: 'hello', rowVersion };
    expect(await admin.patch(`/functions/${id}`, rename)).toMatchObject(refused);
    const renamed = { ...rename, source: 'const hello = () => 2' };
    const { body } = await admin.patch<Row>(`/functions/${id}`, renamed);
    const restored = await admin.post(`/functions/${id}/versions/1/restore`, { rowVersion: body.rowVersion });
    expect(restored).toMatchObject(refused);
  });
});
