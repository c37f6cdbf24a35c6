import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { Card, Device, Session } from '@app/database';
import { applyHere } from '../../support/apply-here.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { clientOf, ServerProcess } from '../../support/server-process.js';
import type { SignedClient } from '../../support/signed-client.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const MANY = 60;
const CARDS = Array.from({ length: MANY }, (_, i) => `C${i}`);

describe('what was acknowledged survives kill -9:', () => {
  let database: TestDatabase;
  let server: ServerProcess;
  let client: SignedClient;
  let application: Awaited<ReturnType<typeof applyHere>>;

  beforeEach(async () => {
    database = await createTestDatabase();
    application = await applyHere(database.environment, {
      card_types: [{ name: 'Day', duration: { unit: 'days', amount: 1 } }],
      cards: CARDS.map((card) => ({ card, card_type: 'Day' })),
    });
    await start();
  });
  afterEach(async () => {
    await server.kill();
    await database.drop();
  });

  const start = async () => {
    server = await ServerProcess.start(database.environment);
    client = clientOf(server, application);
  };
  const crash = async () => {
    await server.kill();
    await start();
  };
  const login = async (card: string) => {
    const { code, result } = await client.post('/card/login', { card, device_id: 'D' });
    expect(code).toBe(0);
    return { token: String(result!.token), expires_ts: Number(result!.expires_ts) };
  };
  const heartbeat = (card: string, token: string) => client.post('/card/heartbeat', { card, token });
  const look = async <T>(see: (dataSource: DataSource) => Promise<T>): Promise<T> => {
    const dataSource = await openTestDataSource(database.environment);
    const seen = await see(dataSource);
    await dataSource.destroy();
    return seen;
  };

  it('a login', async () => {
    const { token, expires_ts } = await login('C0');
    await crash();
    expect(await heartbeat('C0', token)).toMatchObject({ code: 0, result: { expires_ts } });
    expect(await client.post('/card/login', { card: 'C0', device_id: 'other' })).toMatchObject({
      code: 10217,
    });
  });

  it('a logout', async () => {
    const { token } = await login('C0');
    expect(await client.post('/card/logout', { card: 'C0', token })).toMatchObject({ code: 0 });
    await crash();
    expect(await heartbeat('C0', token)).toMatchObject({ code: 10214 });
    expect(await client.post('/card/logout', { card: 'C0', token })).toMatchObject({ code: 10214 });
  });

  it('an unbound device', async () => {
    const { token } = await login('C0');
    expect(await client.post('/card/unbind-device', { card: 'C0', token, device_id: 'D' })).toMatchObject({
      code: 0,
    });
    await crash();
    expect(await heartbeat('C0', token)).toMatchObject({ code: 10214 });
    expect(await look((dataSource) => dataSource.manager.count(Device))).toBe(0);
    expect(
      await look((dataSource) => dataSource.manager.findOneByOrFail(Card, { card: 'C0' })),
    ).toMatchObject({
      unbindsUsed: 1,
    });
  });

  it('a recharge', async () => {
    const { token, expires_ts } = await login('C0');
    expect(await client.post('/card/recharge', { card: 'C0', use_card: 'C1' })).toMatchObject({ code: 0 });
    await crash();
    expect(await heartbeat('C0', token)).toMatchObject({
      code: 0,
      result: { expires_ts: expires_ts + 86_400 },
    });
    expect(await client.post('/card/recharge', { card: 'C0', use_card: 'C1' })).toMatchObject({
      code: 10241,
    });
    expect(await client.post('/card/login', { card: 'C1', device_id: 'D' })).toMatchObject({ code: 10218 });
  });

  it('a configuration', async () => {
    expect(await client.post('/card/config', { card: 'C0', config: '{"a":1}' })).toMatchObject({ code: 0 });
    await crash();
    expect(await client.get('/card/config', { card: 'C0' })).toMatchObject({ result: { config: '{"a":1}' } });
  });

  it('an unbind password', async () => {
    const { token } = await login('C0');
    const password = 'secret1';
    expect(await client.post('/card/unbind-password', { card: 'C0', token, password })).toMatchObject({
      code: 0,
    });
    await crash();
    expect(await client.post('/card/unbind-by-password', { card: 'C0', password })).toMatchObject({
      code: 0,
    });
  });

  it('every login of many at once, and none is half done', async () => {
    const acknowledged = new Map<string, string>();
    const crashed = Promise.withResolvers<void>();
    const logins = CARDS.map(async (card) => {
      const answer = await client.post('/card/login', { card, device_id: 'D' });
      expect(answer.code).toBe(0);
      acknowledged.set(card, String(answer.result!.token));
      if (acknowledged.size === MANY / 3) crashed.resolve(server.kill());
    });
    // What the crash cuts off fails; what was acknowledged counts.
    await Promise.all([crashed.promise, Promise.allSettled(logins)]);
    await start();

    expect(acknowledged.size).toBeGreaterThanOrEqual(MANY / 3);
    for (const [card, token] of acknowledged) expect(await heartbeat(card, token)).toMatchObject({ code: 0 });
    await look(async ({ manager }) => {
      for (const card of await manager.find(Card)) {
        const ofCard = { holderKind: 'card', holderId: card.id } as const;
        const done = card.status === 'activated';
        expect(card.expiresAt !== null).toBe(done);
        expect(await manager.countBy(Device, ofCard)).toBe(done ? 1 : 0);
        expect(await manager.countBy(Session, ofCard)).toBe(done ? 1 : 0);
      }
    });
  });
});
