import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxEvent, ServerState } from '@app/database';
import { EventPurgeJob, type EventType } from '@app/events';
import { ExpiryEventsJob } from '@app/licensing';
import { RefusalBurstJob, UsageWriter } from '@app/usage';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { CardJobs } from '../../support/card-jobs.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';
import { createWebhook, WebhookReceiver } from '../../support/webhook-receiver.js';

const DAY = 86_400;

describe('events', () => {
  const server = TestServer.forSuite({ OUTGOING_ALLOW: '127.0.0.1', ADMIN_IDLE_MINUTES: '43200' });
  let admin: AdminClient;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    server.stopScheduledJobs();
    admin = await AdminClient.owner(server);
    receiver = await WebhookReceiver.start();
  });
  afterAll(() => receiver.stop());

  let webhookId: number;
  beforeEach(async () => {
    webhookId = (await createWebhook(admin, receiver)).id;
  });
  afterEach(async () => {
    await admin.delete(`/webhooks/${webhookId}`);
    await server.dataSource.manager.deleteAll(OutboxEvent);
  });

  /** Returns the written events of the given types. */
  async function written(...types: EventType[]): Promise<{ type: string; data: Record<string, unknown> }[]> {
    const rows = await server.dataSource.manager.find(OutboxEvent, { order: { id: 'ASC' } });
    return rows
      .filter(({ type }) => types.length === 0 || types.includes(type as EventType))
      .map(({ type, data }) => ({ type, data: JSON.parse(data) as Record<string, unknown> }));
  }

  const ofType = async (type: EventType) => (await written(type)).map(({ data }) => data);

  it('are not written while nobody listens, or about other applications and types', async () => {
    const app = await CardApplication.create(server, { cards: ['A', 'B', 'C'] });
    const other = await CardApplication.create(server, { cards: ['A'] });
    await server.dataSource.manager.deleteAll(OutboxEvent);
    const { applicationId } = await app.row('A');
    const { body: webhook } = await admin.get<{ rowVersion: number }>(`/webhooks/${webhookId}`);
    const edited = await admin.patch<{ rowVersion: number }>(`/webhooks/${webhookId}`, {
      rowVersion: webhook.rowVersion,
      types: ['card.activated'],
      applicationIds: [applicationId],
    });
    expect(edited.status).toBe(200);
    await other.open('D', 'A');
    await app.change({ frozen: true }, 'B');
    expect(await written()).toEqual([]);
    await app.open('D', 'A');
    expect(await written()).toHaveLength(1);
    await admin.patch(`/webhooks/${webhookId}`, { rowVersion: edited.body.rowVersion, enabled: false });
    await app.open('D', 'C');
    expect(await written()).toHaveLength(1);
  });

  it('tell of an activation, but not of later logins and heartbeats', async () => {
    const app = await CardApplication.create(server, { cards: ['A'] });
    const token = await app.open('D1', 'A');
    await app.heartbeat(token, 'A');
    await app.open('D1', 'A');
    const { id, expiresAt } = await app.row('A');
    const card = { kind: 'card', id, card: 'A', card_type: 'Type' };
    expect(await written()).toEqual([
      { type: 'card.issued', data: { card_type: 'Type', cards: ['A'], batch: null } },
      { type: 'card.activated', data: { ...card, device_id: 'D1', expires_ts: expiresAt! / 1000 } },
    ]);
  });

  it('tell of a recharge with the new expiry', async () => {
    const app = await CardApplication.create(server, { cards: ['A', 'B'] });
    await app.open('D1', 'A');
    expect(await app.recharge('B', 'A')).toMatchObject({ code: 0 });
    const { expiresAt } = await app.row('A');
    expect(await ofType('card.recharged')).toEqual([
      expect.objectContaining({ card: 'A', used_card: 'B', expires_ts: expiresAt! / 1000 }),
    ]);
  });

  it('tell of nothing that was refused or rolled back', async () => {
    const app = await CardApplication.create(server, { cards: ['A', 'B'] });
    await app.open('D1', 'B');
    await app.change({ frozen: true }, 'A');
    const before = await written();
    expect(await app.login('D1', 'A')).toMatchObject({ code: 10212 });
    expect(await app.recharge('A', 'B')).toMatchObject({ code: 10240 });
    expect(await written()).toEqual(before);
  });

  it('tell of freezing and unfreezing, of one card or many', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: ['A', 'B', 'C'] });
    const { id } = await jobs.app.row('A');
    await admin.post(`/cards/${id}/freeze`, { reason: 'test' });
    await admin.post(`/cards/${id}/freeze`, { reason: 'again' });
    await admin.post(`/cards/${id}/unfreeze`, {});
    await jobs.app.change({ frozen: true }, 'B');
    await jobs.app.change({ frozen: false }, 'B');
    for (const frozen of [true, false, false]) {
      const rows = JSON.stringify([{ card: 'C', frozen }]);
      await jobs.ended(jobs.importState(rows, { existing: 'update' }, 'application/json'));
    }
    const name = (card: string) => expect.objectContaining({ kind: 'card', card });
    expect(await written('card.frozen', 'card.unfrozen')).toEqual([
      { type: 'card.frozen', data: { holders: [name('A')] } },
      { type: 'card.unfrozen', data: { holders: [name('A')] } },
      { type: 'card.frozen', data: { holders: [name('B')] } },
      { type: 'card.unfrozen', data: { holders: [name('B')] } },
      { type: 'card.frozen', data: { holders: [name('C')] } },
      { type: 'card.unfrozen', data: { holders: [name('C')] } },
    ]);
  });

  it('tell of unbound devices', async () => {
    const app = await CardApplication.create(server, {
      cards: ['A'],
      type: { max_devices: 3, max_sessions: 3 },
    });
    const token = await app.open('D1', 'A');
    await app.open('D2', 'A');
    expect(await app.unbind(token, 'D1', 'A')).toMatchObject({ code: 0 });
    const { id } = await app.row('A');
    expect((await admin.post(`/cards/${id}/unbind`, {})).status).toBe(200);
    await app.open('D3', 'A');
    expect((await admin.post(`/cards/${id}/reset`, {})).status).toBe(200);
    const holders = [expect.objectContaining({ card: 'A' })];
    expect(await ofType('card.unbound')).toEqual([
      { holders, device_id: 'D1' },
      { holders, device_id: null },
      { holders, device_id: null },
    ]);
  });

  it('tell when the last use is consumed', async () => {
    const app = await CardApplication.create(server, { cards: ['A'], type: { uses: 3 } });
    const token = await app.open('D1', 'A');
    const consume = (amount: number) =>
      app.client.post('/card/consume', {
        card: 'A',
        token,
        amount: String(amount),
        request_id: `r${amount}`,
      });
    await consume(2);
    expect(await ofType('card.used_up')).toEqual([]);
    await consume(1);
    await consume(1);
    expect(await ofType('card.used_up')).toEqual([expect.objectContaining({ card: 'A', resets_ts: 0 })]);
  });

  it('tell of a registration and of a converted trial', async () => {
    const app = await UserApplication.create(server, { settings: { trial: 'once' }, cards: ['C1'] });
    const { client } = app.ofCards;
    expect(await client.post('/trial/login', { device_id: 'D9' })).toMatchObject({ code: 0 });
    await app.register({ username: 'ann', device_id: 'D9' });
    const user = expect.objectContaining({ kind: 'user', username: 'ann', device_id: 'D9' });
    expect(await ofType('user.registered')).toEqual([user]);
    expect(await ofType('trial.converted')).toEqual([user]);
  });

  it('tell of the cards of a job, at most 50 in an event', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: [] });
    const job = await jobs.ended(jobs.generate({ count: 230 }));
    expect(job.status).toBe('done');
    const issued = await ofType('card.issued');
    expect(issued.map(({ cards }) => (cards as string[]).length).toSorted((a, b) => b - a)[0]).toBe(50);
    const named = issued.flatMap(({ cards }) => cards as string[]);
    expect(named.toSorted()).toEqual((await jobs.cards()).map(({ card }) => card).toSorted());
    expect(issued.every(({ batch }) => batch === job.result!.batch)).toBe(true);
  });

  it('tell of cards that expire in 3 days, in 1 day and now, once each, also over a restart', async () => {
    const run = () => server.get(ExpiryEventsJob).run();
    await run();
    const app = await CardApplication.create(server, { cards: ['EXPIRING', 'UNUSED'] });
    await app.open('D1', 'EXPIRING');
    const seen = async () =>
      (await written('card.expiring', 'card.expired'))
        .map(({ type, data }) => [
          type,
          data.days,
          (data.holders as { card: string }[]).map(({ card }) => card).filter((card) => card === 'EXPIRING'),
        ])
        .filter(([, , cards]) => String(cards) === 'EXPIRING');
    server.clock.advance(27 * DAY - 60);
    await run();
    expect(await seen()).toEqual([]);
    server.clock.advance(120);
    await run();
    await run();
    expect(await seen()).toEqual([['card.expiring', 3, ['EXPIRING']]]);
    await server.restart();
    server.stopScheduledJobs();
    admin = await AdminClient.owner(server);
    // The job did not run for two days, but no event is missing.
    server.clock.advance(3 * DAY);
    await server.get(ExpiryEventsJob).run();
    await server.get(ExpiryEventsJob).run();
    expect(await seen()).toEqual([
      ['card.expiring', 3, ['EXPIRING']],
      ['card.expiring', 1, ['EXPIRING']],
      ['card.expired', undefined, ['EXPIRING']],
    ]);
  });

  it('of expiries continue after the clock was far ahead', async () => {
    const run = () => server.get(ExpiryEventsJob).run();
    await run();
    server.clock.advance(90 * DAY);
    await run();
    server.clock.advance(-90 * DAY);
    await run();
    const app = await CardApplication.create(server, { cards: ['AFTER'] });
    await app.open('D1', 'AFTER');
    server.clock.advance(27 * DAY + 60);
    admin = await AdminClient.owner(server);
    await run();
    const expiring = (await written('card.expiring')).flatMap(
      ({ data }) => data.holders as { card: string }[],
    );
    expect(expiring.filter(({ card }) => card === 'AFTER')).toHaveLength(1);
  });

  async function refuse(app: CardApplication, count: number): Promise<void> {
    for (let i = 0; i < count; i++) await app.login('D1', `NONE-${i % 20}`);
    await server.get(UsageWriter).run();
    await server.get(RefusalBurstJob).run();
  }

  it('tell of a burst of refusals after the clock was ahead at the last one', async () => {
    const app = await CardApplication.create(server, { cards: ['A'] });
    server.clock.step(DAY);
    await refuse(app, 100);
    server.clock.step(-DAY);
    await refuse(app, 100);
    expect(await ofType('refusals.burst')).toHaveLength(2);
  });

  it('tell of a burst of refusals once in an hour', async () => {
    const app = await CardApplication.create(server, { cards: ['A'] });
    await refuse(app, 99);
    expect(await ofType('refusals.burst')).toEqual([]);
    await refuse(app, 1);
    await refuse(app, 1);
    expect(await ofType('refusals.burst')).toEqual([
      { refusals: 100, usual: 0, codes: [{ code: 10218, count: 100 }] },
    ]);
  });

  it('are purged after 30 days, with their deliveries', async () => {
    admin = await AdminClient.owner(server);
    await CardApplication.create(server, { cards: ['A'] });
    expect(await written()).toHaveLength(1);
    server.clock.advance(30 * DAY);
    expect(await server.get(EventPurgeJob).run()).toBe(0);
    server.clock.advance(1);
    expect(await server.get(EventPurgeJob).run()).toBe(1);
    admin = await AdminClient.owner(server);
  });

  it('of expiries keep no mark of their progress while nobody listens', async () => {
    await server.get(ExpiryEventsJob).run();
    const marks = () => server.dataSource.manager.find(ServerState);
    expect((await marks()).some(({ name }) => name.startsWith('events_expiry'))).toBe(true);
    await admin.delete(`/webhooks/${webhookId}`);
    await server.get(ExpiryEventsJob).run();
    expect((await marks()).some(({ name }) => name.startsWith('events_expiry'))).toBe(false);
  });
});
