import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inTransaction, OutboxEvent, WebhookDelivery } from '@app/database';
import { EventDispatcher, Subscriptions } from '@app/events';
import { DAY_MS, HOUR_MS, MINUTE_MS, OutgoingHttp } from '@app/platform';
import { WebhookBacklog } from '@app/webhooks';
import { AdminClient } from '../../support/admin-client.js';
import { applyFile } from '../../support/apply-file.js';
import { CardApplication } from '../../support/card-application.js';
import { ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';
import {
  createWebhook,
  deliver,
  status,
  verify,
  WebhookReceiver,
  type WebhookRecord,
} from '../../support/webhook-receiver.js';

interface Delivery {
  id: number;
  event: string;
  type: string;
  status: string;
  attempts: number;
  nextAt: number | null;
  lastStatus: number | null;
  lastFault: string | null;
  lastAnswer: string | null;
}

describe('deliveries', () => {
  let server: TestServer;
  let admin: AdminClient;
  const receivers: WebhookReceiver[] = [];

  beforeEach(async () => {
    server = await TestServer.start({ OUTGOING_ALLOW: '127.0.0.1', ADMIN_IDLE_MINUTES: '43200' });
    server.stopScheduledJobs();
    admin = await AdminClient.owner(server);
  });
  afterEach(async () => {
    await server.stop();
    await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
  });

  async function receive(): Promise<WebhookReceiver> {
    const receiver = await WebhookReceiver.start();
    receivers.push(receiver);
    return receiver;
  }

  /** Creates one event for each card, in the order of the cards. */
  async function activate(...cards: string[]): Promise<void> {
    const app = await CardApplication.create(server, { cards });
    for (const card of cards) await app.open('D1', card);
  }

  const activations = { types: ['card.activated'] };
  const cardsOf = (receiver: WebhookReceiver) => receiver.events.map(({ data }) => String(data.card));
  const listed = async (filter: object) =>
    (await admin.list<Delivery>('/webhook-deliveries', { filter, sort: ['id', 'ASC'], range: [0, 99] })).body;

  it('are signed, name the application, and are made in the order of the events', async () => {
    const receiver = await receive();
    const { id, secret } = await createWebhook(admin, receiver, activations);
    const app = await CardApplication.create(server, { cards: ['A', 'B', 'C'] });
    for (const card of ['A', 'B', 'C']) await app.open('D1', card);
    await deliver(server);
    const messages = receiver.requests.map((request) => verify(secret, request));
    expect(messages.map(({ data }) => data.card)).toEqual(['A', 'B', 'C']);
    const [first] = messages;
    expect(first).toMatchObject({ type: 'card.activated', application: app.client.credentials.app_key });
    expect(first!.timestamp).toBe(new Date(server.clock.now()).toISOString().replace('.000', ''));
    const { headers, path } = receiver.requests[0]!;
    expect(path).toBe('/hook');
    expect(headers['webhook-id']).toBe(first!.id);
    expect(headers['content-type']).toBe('application/json');
    expect(headers['user-agent']).toMatch(/^Latchkey\//);
    expect(await listed({ webhookId: id })).toMatchObject(
      messages.map((message) => ({
        event: message.id,
        type: 'card.activated',
        status: 'delivered',
        attempts: 1,
        nextAt: null,
        lastStatus: 200,
        lastAnswer: 'ok',
      })),
    );
    await deliver(server);
    expect(receiver.requests).toHaveLength(3);
  });

  if (ENGINE === 'mysql') {
    it('are made while a long transaction has written events', async () => {
      const receiver = await receive();
      await createWebhook(admin, receiver, activations);
      const app = await CardApplication.create(server, { cards: ['A', 'B'] });
      await app.open('D1', 'A');
      const copy = await server.dataSource.manager.findOneByOrFail(OutboxEvent, {});
      await inTransaction(server.dataSource, async (manager) => {
        await manager.insert(OutboxEvent, { ...copy, id: 0, eventId: 'evt_of_a_card_job' });
        await app.open('D1', 'B');
        await deliver(server);
        expect(cardsOf(receiver)).toEqual(['A', 'B']);
      });
      await deliver(server);
      expect(cardsOf(receiver)).toEqual(['A', 'B', 'A']);
    });
  }

  it('include events that another process writes for a webhook that this process does not know yet', async () => {
    const receiver = await receive();
    const app = await CardApplication.create(server, { cards: ['A'] });
    const webhook = { name: 'New', url: receiver.url, types: ['card.frozen'], reveal_cards: true };
    await applyFile(server, { applications: [], webhooks: [webhook] });
    await app.change({ frozen: true }, 'A');
    expect(server.get(Subscriptions).current.wantAny(['card.frozen'])).toBe(false);
    await deliver(server);
    expect(receiver.events).toMatchObject([{ type: 'card.frozen', data: { holders: [{ card: 'A' }] } }]);
  });

  it('mask card keys unless the webhook reveals them', async () => {
    const receiver = await receive();
    await createWebhook(admin, receiver, { ...activations, revealCards: false });
    await activate('SECRET-CARD-1234');
    await deliver(server);
    expect(receiver.requests[0]!.body).not.toContain('SECRET');
    expect(cardsOf(receiver)).toEqual(['…1234']);
  });

  it('are signed with both secrets during a rotation', async () => {
    const receiver = await receive();
    const { id, secret } = await createWebhook(admin, receiver, activations);
    const rotated = await admin.post<{ secret: string }>(`/webhooks/${id}/rotate-secret`, {
      overlapHours: 1,
    });
    await activate('A');
    await deliver(server);
    for (const either of [secret, rotated.body.secret])
      expect(verify(either, receiver.requests[0]!).data.card).toBe('A');
    server.clock.advance(3600);
    await activate('B');
    await deliver(server);
    expect(verify(rotated.body.secret, receiver.requests[1]!).data.card).toBe('B');
    expect(() => verify(secret, receiver.requests[1]!)).toThrow('signature');
  });

  it('are tried again by the schedule with the same id, while later events go on', async () => {
    const receiver = await receive();
    const { id, secret } = await createWebhook(admin, receiver, activations);
    receiver.answer = (_, response) => {
      const { data } = receiver.events.at(-1)!;
      response.writeHead(data.card === 'BAD' ? 500 : 200).end('?');
    };
    await activate('BAD', 'GOOD');
    await deliver(server);
    expect(cardsOf(receiver)).toEqual(['BAD', 'GOOD']);
    const delays = [5000, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14, 20, 24].map((h) => h * HOUR_MS)];
    for (const [i, delay] of delays.entries()) {
      server.clock.advance(delay / 1000 - 1);
      await deliver(server);
      expect(receiver.requests).toHaveLength(2 + i);
      server.clock.advance(1);
      await deliver(server);
      expect(receiver.requests).toHaveLength(3 + i);
    }
    const tries = receiver.requests.filter(({ body }) => body.includes('"BAD"'));
    expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(tries.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    for (const request of tries) verify(secret, request);
    expect(await listed({ webhookId: id, status: 'failed' })).toMatchObject([
      { attempts: 10, nextAt: null, lastStatus: 500, lastAnswer: '?' },
    ]);
    server.clock.advance((100 * DAY_MS) / 1000);
    await deliver(server);
    expect(receiver.requests).toHaveLength(11);
  });

  it('all arrive after the receiver was down for a day', async () => {
    const receiver = await receive();
    await createWebhook(admin, receiver, activations);
    await receiver.stop();
    const app = await CardApplication.create(server, { cards: ['A', 'B', 'C', 'D'] });
    const cards = ['A', 'B', 'C', 'D'];
    for (let hour = 0; hour < 24; hour++) {
      const card = hour % 6 === 0 && cards.shift();
      if (card) await app.open('D1', card);
      await deliver(server);
      server.clock.advance(3600);
    }
    await receiver.listen();
    for (let hour = 0; hour < 24; hour++) {
      await deliver(server);
      server.clock.advance(3600);
    }
    expect(cardsOf(receiver).toSorted()).toEqual(['A', 'B', 'C', 'D']);
  });

  it('pause for as long as the receiver asks', async () => {
    const receiver = await receive();
    const { id } = await createWebhook(admin, receiver, activations);
    receiver.next.push(status(429, { 'retry-after': '600' }));
    await activate('A', 'B');
    await deliver(server);
    expect(cardsOf(receiver)).toEqual(['A']);
    server.clock.advance(599);
    await deliver(server);
    expect(receiver.requests).toHaveLength(1);
    server.clock.advance(1);
    await deliver(server);
    expect(cardsOf(receiver).toSorted()).toEqual(['A', 'A', 'B']);
    expect((await listed({ webhookId: id, status: 'delivered' })).length).toBe(2);
  });

  it('end with 410, which disables the webhook', async () => {
    const receiver = await receive();
    const { id } = await createWebhook(admin, receiver, activations);
    receiver.answer = status(410);
    await activate('A', 'B');
    await deliver(server);
    expect(receiver.requests).toHaveLength(1);
    const { body } = await admin.get<WebhookRecord>(`/webhooks/${id}`);
    expect(body).toMatchObject({ enabled: false, disabledReason: 'gone' });
    expect((await admin.post(`/webhooks/${id}/test`)).body).toMatchObject({ code: 'webhook_disabled' });
    await activate('C');
    receiver.answer = status(200);
    const edited = await admin.edit<WebhookRecord>(`/webhooks/${id}`, { enabled: true });
    expect(edited.body.disabledReason).toBeNull();
    await deliver(server);
    // The event of C was not written, since no webhook was enabled.
    expect(cardsOf(receiver)).toEqual(['A', 'B']);
  });

  it.each<[string, number, number]>([
    ['answers 410', 410, 0],
    ['refuses the last attempt', 500, 9],
  ])('are made to a new address if the old one %s meanwhile', async (_, answer, attempts) => {
    const [before, after] = [await receive(), await receive()];
    const { id } = await createWebhook(admin, before, activations);
    const held = Promise.withResolvers<() => void>();
    before.answer = (request, response) => held.resolve(() => status(answer)(request, response));
    await activate('A');
    await server.get(EventDispatcher).run();
    await server.dataSource.manager.update(WebhookDelivery, { webhookId: id }, { attempts });
    const delivered = deliver(server);
    const proceed = await held.promise;
    expect((await admin.edit(`/webhooks/${id}`, { url: after.url })).status).toBe(200);
    proceed();
    await delivered;
    expect(cardsOf(after)).toEqual(['A']);
    expect(before.requests).toHaveLength(1);
    expect(await listed({ webhookId: id })).toMatchObject([
      { status: 'delivered', attempts: attempts + 2, lastStatus: 200 },
    ]);
    expect((await admin.get<WebhookRecord>(`/webhooks/${id}`)).body).toMatchObject({
      enabled: true,
      disabledReason: null,
    });
  });

  it('follow no redirect, not even to this server', async () => {
    const receiver = await receive();
    const inside = await receive();
    const { id } = await createWebhook(admin, receiver, activations);
    receiver.answer = status(302, { location: inside.url });
    await activate('A');
    await deliver(server);
    expect(inside.requests).toEqual([]);
    expect(await listed({ webhookId: id })).toMatchObject([{ status: 'pending', lastStatus: 302 }]);
  });

  it.each<
    [string, Parameters<WebhookReceiver['next']['push']>[0], { lastFault: string } | { lastStatus: number }]
  >([
    ['closes the connection', (request) => void request.socket.destroy(), { lastFault: 'broken' }],
    [
      'answers with huge headers',
      (request) => void request.socket.end(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(10_000)}`),
      { lastFault: 'bad_answer' },
    ],
    [
      'does not speak HTTP',
      (request) => void request.socket.end('220 mail\r\n'),
      { lastFault: 'bad_answer' },
    ],
    ['never answers', () => undefined, { lastFault: 'timed_out' }],
    ['trickles', (_, response) => void response.write('x'), { lastFault: 'timed_out' }],
    [
      'answers without end',
      (_, response) => {
        const more = () => {
          while (response.write('€'.repeat(1000)));
        };
        response.writeHead(500).on('drain', more);
        more();
      },
      { lastStatus: 500 },
    ],
  ])('fail while the receiver %s, and arrive later', async (_, hostile, expected) => {
    const isSilent = 'lastFault' in expected && expected.lastFault === 'timed_out';
    Object.assign(server.get(OutgoingHttp), { timeoutMs: isSilent ? 500 : 60_000 });
    const receiver = await receive();
    const { id } = await createWebhook(admin, receiver, activations);
    receiver.next.push(hostile);
    await activate('A');
    await deliver(server);
    const [failed] = await listed({ webhookId: id });
    expect(failed).toMatchObject({ status: 'pending', attempts: 1, ...expected });
    expect((failed!.lastAnswer ?? '').length).toBeLessThanOrEqual(2048);
    Object.assign(server.get(OutgoingHttp), { timeoutMs: 60_000 });
    // On a busy machine, the request may have timed out before the receiver read it.
    receiver.next.length = 0;
    server.clock.advance(5);
    await deliver(server);
    expect(await listed({ webhookId: id })).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  it('to a slow receiver delay neither requests nor other receivers, and are sent one at a time', async () => {
    const slow = await receive();
    const quick = await receive();
    await createWebhook(admin, slow, activations);
    await createWebhook(admin, quick, activations);
    const held: (() => void)[] = [];
    slow.answer = (_, response) => void held.push(() => response.end());
    await activate('A', 'B', 'C');
    const delivered = deliver(server);
    while (quick.requests.length < 3 || held.length < 1) await new Promise(setImmediate);
    expect(cardsOf(slow)).toEqual(['A']);
    await activate('D');
    for (let i = 0; i < 3; i++) {
      while (held.length === 0) await new Promise(setImmediate);
      held.shift()!();
    }
    await delivered;
    expect(cardsOf(slow)).toEqual(['A', 'B', 'C']);
    expect(slow.most).toBe(1);
  });

  it('can be replayed, one or a time range, with the same ids', async () => {
    const receiver = await receive();
    const { id } = await createWebhook(admin, receiver, activations);
    receiver.next.push(status(410));
    await activate('A');
    const start = server.clock.now();
    await deliver(server);
    await admin.edit(`/webhooks/${id}`, { enabled: true });
    server.clock.advance(10);
    await activate('B');
    await deliver(server);
    expect(cardsOf(receiver)).toEqual(['A', 'B']);
    const replay = (fields: object) => admin.post<{ replayed: number }>(`/webhooks/${id}/replay`, fields);
    expect((await replay({ from: start, to: start + 5000 })).body).toEqual({ replayed: 1 });
    await deliver(server);
    expect(cardsOf(receiver)).toEqual(['A', 'B', 'A']);
    expect((await replay({ from: start, to: start + 60_000 })).body).toEqual({ replayed: 0 });
    expect((await replay({ from: start, to: start + 60_000, failedOnly: false })).body).toEqual({
      replayed: 2,
    });
    await deliver(server);
    expect(cardsOf(receiver)).toEqual(['A', 'B', 'A', 'A', 'B']);
    const [first] = await listed({ webhookId: id });
    expect((await admin.post(`/webhook-deliveries/${first!.id}/replay`)).status).toBe(200);
    await deliver(server);
    expect(new Set(receiver.events.map((event) => event.id)).size).toBe(2);
    expect(cardsOf(receiver).at(-1)).toBe('A');
  });

  it('include tests, whatever the types', async () => {
    const receiver = await receive();
    const { id, secret } = await createWebhook(admin, receiver, { types: ['card.expired'] });
    const { body } = await admin.post<Delivery>(`/webhooks/${id}/test`);
    expect(body).toMatchObject({ type: 'webhook.test' });
    await deliver(server);
    expect(verify(secret, receiver.requests[0]!)).toMatchObject({ type: 'webhook.test', application: null });
    expect((await admin.get<Delivery>(`/webhook-deliveries/${body.id}`)).body.status).toBe('delivered');
  });

  it('are counted for metrics', async () => {
    const receiver = await receive();
    await createWebhook(admin, receiver, activations);
    receiver.answer = status(500);
    await activate('A', 'B');
    server.clock.advance(60);
    await server.get(WebhookBacklog).run();
    expect(server.get(WebhookBacklog).last).toEqual({ events: 2, deliveries: 0, oldestSeconds: 60 });
    await deliver(server);
    await server.get(WebhookBacklog).run();
    expect(server.get(WebhookBacklog).last).toEqual({ events: 0, deliveries: 2, oldestSeconds: 0 });
  });

  it('survive a restart that breaks a request off', async () => {
    const receiver = await receive();
    await createWebhook(admin, receiver, activations);
    receiver.next.push(() => undefined);
    await activate('A');
    const delivered = deliver(server);
    while (receiver.requests.length === 0) await new Promise(setImmediate);
    await server.restart();
    await delivered;
    server.stopScheduledJobs();
    await deliver(server);
    expect(cardsOf(receiver)).toEqual(['A', 'A']);
    expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(1);
  });
});
