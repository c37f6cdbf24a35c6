import { beforeEach, describe, expect, it } from '@jest/globals';
import { AuditRecord, Card, Order } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { editAdmin, hire, newToken, otherAdmin } from '../../support/admin-fixtures.js';
import { CardJobs } from '../../support/card-jobs.js';
import { ShopClient } from '../../support/shop.js';
import { TestServer } from '../../support/test-server.js';

interface OrderBody {
  id: number;
  replayed: boolean;
  cards: { id: number; card: string; status: string; frozen: boolean }[];
  frozen: number;
  used: number;
}

describe('orders in the admin API', () => {
  const server = TestServer.forSuite();
  const owner = AdminClient.forSuite(server);
  let jobs: CardJobs;
  let applicationId: number;
  let body: Record<string, unknown>;
  beforeEach(async () => {
    const cards = ['S1', 'S2', 'S3'].map((card) => ({ card, batch: 'B' }));
    jobs = await CardJobs.create(server, owner, { cards });
    ({ applicationId } = jobs);
    body = { applicationId, cardTypeId: jobs.cardTypeId, requestKey: 'K1', quantity: 2 };
  });

  const issue = (fields: object = {}, admin = owner) =>
    admin.post<OrderBody>('/orders', { ...body, ...fields });
  const keysOf = ({ cards }: OrderBody) => cards.map(({ card }) => card);

  it('are issued by hand, once per request key', async () => {
    const fields = { amount: 100, currency: 'CNY', contact: 'a@example.com', note: 'paid' };
    const first = await issue(fields);
    expect(first).toMatchObject({ status: 201 });
    const { id, cards } = first.body;
    expect(first.body).toEqual({
      id,
      applicationId,
      channelId: null,
      externalNo: null,
      requestKey: 'K1',
      cardTypeId: jobs.cardTypeId,
      product: 'Type',
      quantity: 2,
      ...fields,
      status: 'issued',
      createdBy: 'owner@example.com',
      refundedAt: null,
      mail: null,
      rowVersion: 1,
      createdAt: server.clock.now(),
      updatedAt: server.clock.now(),
      cards,
      replayed: false,
    });
    expect(cards).toHaveLength(2);
    server.clock.advance(60);
    expect((await issue(fields)).body).toEqual({ ...first.body, replayed: true });
    expect((await owner.get(`/orders/${id}`)).body).toMatchObject({ cards });
    expect(await server.dataSource.manager.countBy(Order, { applicationId })).toBe(1);
    const records = await server.dataSource.manager.findBy(AuditRecord, {
      resource: 'orders',
      recordId: String(id),
    });
    expect(records).toMatchObject([{ action: 'create', recordName: 'K1', applicationId }]);
    for (const change of [{ quantity: 1 }, { amount: 101 }, { batch: 'B' }, { note: 'b' }]) {
      expect(await issue({ ...fields, ...change })).toMatchObject({
        status: 422,
        body: { faults: { requestKey: { code: 'order_key_used' } } },
      });
    }
  });

  it('with one key are issued once when they are requested concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => issue({ batch: 'B' })));
    for (const { body } of answers) expect(keysOf(body)).toEqual(['S1', 'S2']);
    expect(answers.filter(({ body }) => !body.replayed)).toHaveLength(1);
    expect(await server.dataSource.manager.countBy(AuditRecord, { resource: 'orders', applicationId })).toBe(
      1,
    );
  });

  it('take the stock of a batch, and no more than there is', async () => {
    expect(keysOf((await issue({ batch: 'B' })).body)).toEqual(['S1', 'S2']);
    expect(await issue({ batch: 'B', requestKey: 'K2' })).toMatchObject({
      status: 409,
      body: { code: 'out_of_stock', params: { available: 1, quantity: 2 } },
    });
  });

  it('are refused with faults', async () => {
    const other = await CardJobs.create(server, owner);
    expect((await issue({ cardTypeId: other.cardTypeId })).body).toMatchObject({
      errors: { cardTypeId: 'is not a card type of the application' },
    });
    expect((await issue({ amount: 1 })).body).toMatchObject({ errors: { currency: 'is required' } });
    expect((await issue({ currency: 'CNY' })).body).toMatchObject({ errors: { amount: 'is required' } });
    expect((await issue({ quantity: 101 })).status).toBe(422);
    expect((await issue({ requestKey: '' })).status).toBe(422);
    await server.dataSource.manager.query('UPDATE card_types SET key_mask = ? WHERE id = ?', [
      'ONE',
      jobs.cardTypeId,
    ]);
    expect((await issue({ quantity: 1 })).status).toBe(201);
    expect((await issue({ quantity: 1, requestKey: 'K2' })).body).toMatchObject({ code: 'keys_taken' });
  });

  it('show amounts only to managers', async () => {
    const { id } = (await issue({ amount: 100, currency: 'CNY' })).body;
    const operator = await otherAdmin(owner, 'operator', [applicationId]);
    const hidden = { amount: null, currency: null };
    expect((await operator.get(`/orders/${id}`)).body).toMatchObject(hidden);
    expect((await operator.list('/orders')).body).toMatchObject([hidden]);
    expect((await issue({ amount: 7, currency: 'CNY', requestKey: 'K2' }, operator)).body).toMatchObject(
      hidden,
    );
    const manager = await otherAdmin(owner, 'manager', [applicationId]);
    expect((await manager.list('/orders', { sort: ['id', 'ASC'] })).body).toMatchObject([
      { amount: 100 },
      { amount: 7 },
    ]);
  });

  it('are refunded, and say how many cards were used', async () => {
    const { id, cards } = (await issue()).body;
    await jobs.app.open('D1', cards[0]!.card);
    const refund = (mode: string) => owner.post<OrderBody>(`/orders/${id}/refund`, { mode });
    const first = await refund('unused');
    expect(first).toMatchObject({ status: 200, body: { status: 'refunded', frozen: 1, used: 1 } });
    expect(first.body.cards.map(({ frozen }) => frozen)).toEqual([false, true]);
    expect((await refund('all')).body).toMatchObject({ frozen: 2, used: 1 });
    expect((await refund('all')).body).toMatchObject({ frozen: 2, used: 1 });
    expect((await refund('some')).status).toBe(422);
    const records = await server.dataSource.manager.findBy(AuditRecord, {
      resource: 'orders',
      action: 'refund',
      recordId: String(id),
    });
    expect(records.map(({ before, after }) => [JSON.parse(before!), JSON.parse(after!)])).toEqual([
      [{ status: 'issued' }, { status: 'refunded', mode: 'unused', frozen: 1, used: 1 }],
      [{ status: 'refunded' }, { status: 'refunded', mode: 'all', frozen: 2, used: 1 }],
      [{ status: 'refunded' }, { status: 'refunded', mode: 'all', frozen: 2, used: 1 }],
    ]);
  });

  it('are listed with filters', async () => {
    const { channel, key } = await jobs.app.createChannel();
    const shop = new ShopClient(server.url, key);
    await issue();
    server.clock.advance(60);
    const later = server.clock.now();
    await shop.order({ order_no: 'A-1', card_type: 'Month', contact: 'buyer@example.com' });
    await shop.order({ order_no: 'A-2', card_type: 'Month' });
    await shop.refund('A-2', 'all');
    const list = async (filter: object) => {
      const { body } = await owner.list<{ externalNo: string | null }>('/orders', {
        filter: { applicationId, ...filter },
        sort: ['id', 'ASC'],
      });
      return body.map(({ externalNo }) => externalNo);
    };
    expect(await list({})).toEqual([null, 'A-1', 'A-2']);
    expect(await list({ channelId: channel.id })).toEqual(['A-1', 'A-2']);
    expect(await list({ externalNo: 'A-' })).toEqual(['A-1', 'A-2']);
    expect(await list({ contact: 'buyer' })).toEqual(['A-1']);
    expect(await list({ status: 'refunded' })).toEqual(['A-2']);
    expect(await list({ cardTypeId: jobs.cardTypeId, status: 'issued' })).toEqual([null, 'A-1']);
    expect(await list({ createdFrom: later })).toEqual(['A-1', 'A-2']);
    expect(await list({ createdBefore: later })).toEqual([null]);
  });

  describe('with an issuer’s token', () => {
    it('can be issued; the token can do nothing else', async () => {
      const { token } = await newToken(owner, { role: 'issuer', applicationIds: [applicationId] });
      const issuer = AdminClient.withToken(server.url, token);
      const { status, body: issued } = await issue({}, issuer);
      expect(status).toBe(201);
      expect(issued.cards).toHaveLength(2);
      for (const path of [
        '/orders',
        `/orders/${issued.id}`,
        '/cards',
        '/channels',
        '/auth/me',
        '/api-tokens',
      ]) {
        expect(await issuer.get(path)).toMatchObject({ status: 403, body: { code: 'role_too_low' } });
      }
      expect(await issuer.post(`/orders/${issued.id}/refund`, { mode: 'all' })).toMatchObject({
        status: 403,
      });
      const other = await CardJobs.create(server, owner);
      const foreign = { applicationId: other.applicationId, cardTypeId: other.cardTypeId };
      expect(await issue(foreign, issuer)).toMatchObject({ status: 422 });
    });

    it('need an administrator who may issue', async () => {
      const { client, ...account } = await hire(server, owner, 'operator', [applicationId]);
      const { token } = await newToken(client, { role: 'issuer' });
      const issuer = AdminClient.withToken(server.url, token);
      expect((await issue({}, issuer)).status).toBe(201);
      await editAdmin(owner, account, { role: 'viewer' });
      expect((await issue({ requestKey: 'K2' }, issuer)).status).toBe(401);
      const viewer = await hire(server, owner, 'viewer', [applicationId]);
      expect(await viewer.client.post('/api-tokens', { name: 'T', role: 'issuer' })).toMatchObject({
        status: 422,
      });
      expect(
        await owner.post('/admins', {
          email: 'i@example.com',
          name: 'I',
          password: 'a new password',
          role: 'issuer',
        }),
      ).toMatchObject({ status: 422 });
    });
  });

  describe('and cards', () => {
    const list = async (filter: object) => {
      const { body } = await owner.list<{ card: string }>('/cards', {
        filter: { applicationId, ...filter },
        sort: ['id', 'ASC'],
      });
      return body.map(({ card }) => card);
    };

    it('are found by their order, and by whether they are issued or available', async () => {
      const { id } = (await issue({ batch: 'B' })).body;
      expect(await list({ orderId: id })).toEqual(['S1', 'S2']);
      expect(await list({ issued: true })).toEqual(['S1', 'S2']);
      expect(await list({ issued: false, state: 'unused' })).toEqual(['S3']);
      expect(await list({ issuedAt: server.clock.now() })).toEqual(['S1', 'S2']);
      const { body } = await owner.list('/cards', {
        filter: { applicationId, card: 'S' },
        sort: ['id', 'ASC'],
      });
      expect(body).toMatchObject([
        { orderId: id, issuedAt: server.clock.now() },
        { orderId: id, issuedAt: server.clock.now() },
        { orderId: null, issuedAt: null },
      ]);
    });

    it('are exported once when the export marks them', async () => {
      await jobs.app.change({ frozen: true, batch: 'B' }, 'S2');
      const take = (fields: object = {}) =>
        owner.post('/cards/export/issue', {
          filter: { applicationId, batch: 'B' },
          format: 'txt',
          ...fields,
        });
      const answers = await Promise.all(Array.from({ length: 10 }, () => take()));
      expect(answers.map(({ text }) => text).toSorted()).toEqual([
        ...Array<string>(9).fill(''),
        'S1\r\nS3\r\n',
      ]);
      expect(await list({ issuedAt: server.clock.now() })).toEqual(['S1', 'S3']);
      expect(await issue({ batch: 'B', quantity: 1 })).toMatchObject({ status: 409 });
      const more = await CardJobs.create(server, owner, { cards: [{ card: 'M1', batch: 'B' }] });
      const csv = {
        filter: { applicationId: more.applicationId },
        format: 'csv',
        columns: ['card', 'issuedAt'],
      };
      expect((await take(csv)).text).toContain(
        `M1,${Temporal.Instant.fromEpochMilliseconds(server.clock.now()).toString()}`,
      );
      expect(await take({ columns: ['secret'] })).toMatchObject({ status: 422 });
      expect(await take({ filter: { applicationId: 999_999 } })).toMatchObject({ status: 404 });
      const [record] = await server.dataSource.manager.find(AuditRecord, {
        where: { action: 'export', applicationId: more.applicationId },
      });
      expect(JSON.parse(record!.after!)).toMatchObject({ rows: 1, issuedAt: server.clock.now() });
      expect(await server.dataSource.manager.countBy(Card, { applicationId, card: 'S1' })).toBe(1);
    });
  });
});
