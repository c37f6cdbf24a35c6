import { beforeEach, describe, expect, it } from '@jest/globals';
import { AuditRecord, Card, Channel, ChannelProduct, Order, Payment } from '@app/database';
import { AcgClient } from '../../support/acg-client.js';
import { AdminClient } from '../../support/admin-client.js';
import { otherAdmin } from '../../support/admin-fixtures.js';
import { CardJobs } from '../../support/card-jobs.js';
import { DujiaoClient } from '../../support/dujiao-client.js';
import { eventually } from '../../support/server-process.js';
import { ShopClient } from '../../support/shop.js';
import { snapshotTables } from '../../support/table-snapshot.js';
import { TestServer } from '../../support/test-server.js';

interface ChannelBody {
  id: number;
  key: string;
  keyHint: string;
  rowVersion: number;
  products: Record<string, unknown>[];
}

describe('channels in the admin API', () => {
  const server = TestServer.forSuite();
  const owner = AdminClient.forSuite(server);
  let jobs: CardJobs;
  let applicationId: number;
  let product: Record<string, unknown>;
  beforeEach(async () => {
    jobs = await CardJobs.create(server, owner, {
      types: { Year: {} },
      cards: ['S1', 'S2', 'S3'].map((card) => ({ card, batch: 'B' })),
    });
    ({ applicationId } = jobs);
    product = {
      cardTypeId: jobs.cardTypeId,
      name: 'Month',
      price: 3000,
      currency: 'CNY',
      mode: 'make',
      batch: null,
    };
  });

  const create = (fields: object = {}) =>
    owner.create<ChannelBody>('/channels', { applicationId, name: 'Shop', products: [product], ...fields });
  const shop = (key: string) => new ShopClient(server.url, key);
  const lastAudit = async () =>
    (await server.dataSource.manager.find(AuditRecord, { order: { id: 'DESC' }, take: 1 }))[0]!;

  it('are created with a key that is shown once', async () => {
    const made = await create();
    expect(made).toEqual({
      id: made.id,
      applicationId,
      name: 'Shop',
      kind: 'native',
      enabled: true,
      key: expect.stringMatching(/^lkc_[A-Za-z0-9]{43}$/),
      keyHint: made.key.slice(0, 8),
      maxPerOrder: 10,
      maxPerDay: null,
      addresses: [],
      lowStock: null,
      refundMode: 'unused',
      mailCards: false,
      mailText: null,
      hasSigningSecret: false,
      lastUsedAt: null,
      rowVersion: 1,
      createdAt: server.clock.now(),
      updatedAt: server.clock.now(),
      products: [{ ...product, lowSince: null, available: null }],
    });
    expect((await shop(made.key).order({ order_no: 'A', card_type: 'Month' })).code).toBe(0);
    const rows = JSON.stringify(await snapshotTables(server.dataSource));
    expect(rows).not.toContain(made.key);
    const { key: _, ...shown } = made;
    const used = await eventually(async () => {
      const { body } = await owner.get<{ lastUsedAt: number | null }>(`/channels/${made.id}`);
      return body.lastUsedAt === null ? undefined : body;
    });
    expect(used).toMatchObject({
      ...shown,
      lastUsedAt: server.clock.now(),
    });
    const record = await server.dataSource.manager.findOneByOrFail(AuditRecord, {
      resource: 'channels',
      recordId: String(made.id),
    });
    expect(record).toMatchObject({ action: 'create', recordName: 'Shop', applicationId });
    expect(JSON.parse(record.after!)).toMatchObject({ name: 'Shop', products: [product] });
  });

  it('can be read by operators, and changed by managers of the application', async () => {
    const { id } = await create();
    const seen = { ...product, price: null, currency: null };
    const operator = await otherAdmin(owner, 'operator', [applicationId]);
    const { body } = await operator.get<ChannelBody>(`/channels/${id}`);
    expect(body.products).toMatchObject([seen]);
    const { body: rows } = await operator.list<ChannelBody>('/channels');
    expect(rows[0]!.products).toMatchObject([seen]);
    const manager = await otherAdmin(owner, 'manager', [applicationId]);
    expect((await manager.get<ChannelBody>(`/channels/${id}`)).body.products).toMatchObject([product]);
  });

  it('are changed with their products', async () => {
    const { id, key } = await create();
    const years = (
      await owner.list<{ id: number }>('/card-types', { filter: { applicationId, name: 'Year' } })
    ).body;
    const year = {
      cardTypeId: years[0]!.id,
      name: 'Year',
      price: 1,
      currency: 'USD',
      mode: 'stock',
      batch: 'B',
    };
    const stocked = { ...product, mode: 'stock', batch: 'B' };
    const edit = {
      rowVersion: 1,
      maxPerDay: 5,
      addresses: ['192.0.2.0/24'],
      lowStock: 2,
      products: [stocked, year],
    };
    const { status, body } = await owner.patch<ChannelBody>(`/channels/${id}`, edit);
    expect(status).toBe(200);
    expect(body).toMatchObject({ maxPerDay: 5, addresses: ['192.0.2.0/24'], lowStock: 2, rowVersion: 2 });
    expect(body.products).toMatchObject([
      { ...stocked, available: 3 },
      { ...year, available: 0 },
    ]);
    const record = await lastAudit();
    expect(record).toMatchObject({ action: 'update', resource: 'channels' });
    expect(JSON.parse(record.before!)).toEqual({
      maxPerDay: null,
      addresses: [],
      lowStock: null,
      products: [product],
    });
    expect(JSON.parse(record.after!)).toMatchObject({ products: [stocked, year] });
    expect(await shop(key).get('/stock')).toMatchObject({ code: 40301 });

    expect(await owner.patch(`/channels/${id}`, { rowVersion: 1, products: [] })).toMatchObject({
      status: 409,
    });
    const swapped = [
      { ...stocked, name: 'Year' },
      { ...year, name: 'Month' },
    ];
    const renamed = await owner.patch<ChannelBody>(`/channels/${id}`, { rowVersion: 2, products: swapped });
    expect(renamed.body).toMatchObject({ rowVersion: 3, products: swapped });
    // Saving the same values again changes nothing.
    const same = { rowVersion: 3, products: swapped, maxPerDay: 5 };
    expect((await owner.patch<ChannelBody>(`/channels/${id}`, same)).body.rowVersion).toBe(3);
  });

  it('refuse products with faults', async () => {
    const other = await CardJobs.create(server, owner);
    const faults = async (products: object[]) => {
      const { status, body } = await owner.post('/channels', { applicationId, name: 'Shop', products });
      expect(status).toBe(422);
      return body.errors;
    };
    expect(await faults([{ ...product, cardTypeId: other.cardTypeId }])).toEqual({
      'products.0.cardTypeId': 'is not a card type of the application',
    });
    expect(await faults([product, product])).toEqual({
      'products.1.cardTypeId': 'is already taken',
      'products.1.name': 'is already taken',
    });
    expect(await faults([{ ...product, mode: 'stock' }])).toEqual({ 'products.0.batch': 'is required' });
    expect(await faults([{ ...product, batch: 'B' }])).toEqual({
      'products.0.batch': 'is allowed only for the mode stock',
    });
    expect(await faults([{ ...product, price: -1, currency: 'yuan' }])).toEqual({
      'products.0.price': 'must be a whole number from 0 to 1000000000000',
      'products.0.currency': 'must be an ISO 4217 code of a currency, such as CNY',
    });
    expect(await faults(Array(51).fill(product) as object[])).toEqual({
      products: 'must contain at most 50 products',
    });
    const fields = { maxPerOrder: 101, maxPerDay: 0, addresses: ['x'], lowStock: 0, kind: 'other' };
    const { body } = await owner.post('/channels', { applicationId, name: '', ...fields });
    expect(Object.keys(body.errors as object).toSorted()).toEqual([
      'addresses',
      'kind',
      'lowStock',
      'maxPerDay',
      'maxPerOrder',
      'name',
    ]);
    await create();
    expect((await owner.post('/channels', { applicationId, name: 'Shop' })).body).toMatchObject({
      errors: { name: 'is already taken' },
    });
  });

  it('accept fifty products', async () => {
    const types = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`T${i}`, {}]));
    const many = await CardJobs.create(server, owner, { types });
    const { body } = await owner.list<{ id: number; name: string }>('/card-types', {
      filter: { applicationId: many.applicationId },
      range: [0, 99],
    });
    const products = body.slice(0, 50).map(({ id, name }) => ({ ...product, cardTypeId: id, name }));
    const made = await owner.create<ChannelBody>('/channels', {
      applicationId: many.applicationId,
      name: 'S',
      products,
    });
    expect(made.products).toHaveLength(50);
  });

  it('get a new key, and the old one is refused at once', async () => {
    const { id, key } = await create();
    const { status, body } = await owner.post<ChannelBody>(`/channels/${id}/rotate-key`);
    expect(status).toBe(200);
    expect(body.key).not.toBe(key);
    expect(await shop(key).get('/stock')).toMatchObject({ code: 40101 });
    expect(await shop(body.key).get('/stock')).toMatchObject({ code: 0 });
    const record = await lastAudit();
    expect(record).toMatchObject({ action: 'rotate_key' });
    expect(JSON.parse(record.after!)).toEqual({ keyHash: '•••', keyHint: body.keyHint });
  });

  it.each(['acg', 'dujiao'] as const)('of the kind %s have an id in addition to the key', async (kind) => {
    const { id, key, keyHint } = await create({ kind });
    expect(keyHint).toMatch(kind === 'acg' ? /^[1-9]\d{8}$/ : /^lk[A-Za-z0-9]{10}$/);
    const opens = async (key: string) => {
      if (kind === 'acg')
        return (await new AcgClient(server.url, keyHint, key).post('/commodity/items')).code === 200;
      const client = new DujiaoClient(server.url, keyHint, key, server.clock);
      return (await client.get('/products')).status === 200;
    };
    expect(await opens(key)).toBe(true);
    expect(await shop(key).get('/stock')).toMatchObject({ code: 40101 });
    const { body } = await owner.post<ChannelBody>(`/channels/${id}/rotate-key`);
    expect(body).toMatchObject({ kind, keyHint });
    expect(await opens(key)).toBe(false);
    expect(await opens(body.key)).toBe(true);
    expect(JSON.parse((await lastAudit()).after!)).toEqual({ secretSealed: '•••' });
    const rows = JSON.stringify(await snapshotTables(server.dataSource));
    for (const secret of [key, body.key]) expect(rows).not.toContain(secret);
    const shown = await owner.get<ChannelBody>(`/channels/${id}`);
    expect(shown.body).not.toHaveProperty('secretSealed');
    expect(shown.body).not.toHaveProperty('key');
  });

  it('of an unknown kind are refused', async () => {
    const fields = { applicationId, name: 'Shop', kind: 'other' };
    expect((await owner.post('/channels', fields)).status).toBe(422);
  });

  it('can be tried without leaving a trace', async () => {
    const { id } = await create({
      products: [{ ...product, mode: 'stock', batch: 'B' }],
      maxPerOrder: 3,
      maxPerDay: 3,
    });
    const before = await snapshotTables(server.dataSource);
    const tried = () => owner.post(`/channels/${id}/try`, { product: 'Month', quantity: 2 });
    const answer = { product: 'Month', quantity: 2, amount: 6000, currency: 'CNY', cards: ['S1', 'S2'] };
    expect(await tried()).toMatchObject({ status: 200, body: answer });
    expect(await tried()).toMatchObject({ status: 200, body: answer });
    expect(await snapshotTables(server.dataSource)).toEqual(before);
    const refused = (body: object) => owner.post(`/channels/${id}/try`, body);
    expect(await refused({ product: 'Year' })).toMatchObject({
      status: 422,
      body: { faults: { product: { code: 'unknown_card_type' } } },
    });
    expect((await refused({ product: 'Month', quantity: 4 })).body).toMatchObject({
      code: 'channel_order_limit',
      params: { max: 3 },
    });
  });

  it('with orders are not deleted', async () => {
    const { id, key } = await create();
    await shop(key).order({ order_no: 'A', card_type: 'Month' });
    expect(await owner.delete(`/channels/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'channel_with_orders' },
    });
    const other = await create({ name: 'Unused' });
    expect(await owner.delete(`/channels/${other.id}`)).toMatchObject({ status: 200 });
    expect(await server.dataSource.manager.countBy(ChannelProduct, { channelId: other.id })).toBe(0);
  });

  it('with payments whose cards were not issued are not deleted', async () => {
    const { id } = await create({ name: 'Payments', kind: 'gumroad' });
    const { manager } = server.dataSource;
    const payment = await manager.save(Payment, {
      applicationId,
      channelId: id,
      externalNo: '1',
      status: 'failed' as const,
      fault: 'unknown_card_type',
      products: ['x'],
      quantity: 1,
      contact: null,
      amount: null,
      currency: null,
      createdAt: 0,
      updatedAt: 0,
    });
    expect(await owner.delete(`/channels/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'channel_with_payments', params: { count: 1 } },
    });
    await manager.update(Payment, { id: payment.id }, { status: 'dismissed' });
    expect(await owner.delete(`/channels/${id}`)).toMatchObject({ status: 200 });
  });

  it('lose a product when its card type is deleted, and are deleted with their application', async () => {
    const { id } = await create({ products: [{ ...product, name: 'Month' }] });
    await server.dataSource.manager.delete(Card, { applicationId });
    expect(await owner.delete(`/card-types/${jobs.cardTypeId}`)).toMatchObject({ status: 200 });
    expect((await owner.get<ChannelBody>(`/channels/${id}`)).body.products).toEqual([]);
    await owner.edit(`/applications/${applicationId}`, { enabled: false });
    expect(await owner.delete(`/applications/${applicationId}`)).toMatchObject({ status: 200 });
    expect(await server.dataSource.manager.countBy(Channel, { applicationId })).toBe(0);
  });

  it('keep their orders when the card type is deleted', async () => {
    const { key } = await create();
    const client = shop(key);
    const first = await client.order({ order_no: 'A', card_type: 'Month' });
    await server.dataSource.manager.delete(Card, { applicationId });
    expect(await owner.delete(`/card-types/${jobs.cardTypeId}`)).toMatchObject({ status: 200 });
    expect(first.code).toBe(0);
    expect((await client.order({ order_no: 'A', card_type: 'Month' })).result).toMatchObject({
      replayed: true,
      cards: [],
    });
    expect(await server.dataSource.manager.findOneByOrFail(Order, { applicationId })).toMatchObject({
      cardTypeId: null,
      product: 'Month',
    });
  });
});
