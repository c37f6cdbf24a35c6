import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { SMTPServerOptions } from 'smtp-server';
import type { ServerRegistry } from '@app/cluster';
import { AuditRecord, inTransaction, Notifier, NotifierMessage, OutboxEvent } from '@app/database';
import { EventDispatcher, EventPurgeJob, Outbox, ReceiverLease, Subscriptions } from '@app/events';
import { MessageBacklog, MessageWorker } from '@app/notifiers';
import { DAY_MS, OutgoingHttp } from '@app/platform';
import { AdminClient } from '../../support/admin-client.js';
import { applyFile } from '../../support/apply-file.js';
import { CardApplication } from '../../support/card-application.js';
import { MailServer } from '../../support/mail-server.js';
import {
  createNotifier,
  type MessageRecord,
  type NotifierRecord,
  sendMessages,
} from '../../support/notifier-messages.js';
import { TestServer } from '../../support/test-server.js';
import { createWebhook, deliver, WebhookReceiver } from '../../support/webhook-receiver.js';

const BOT = '123456789:AAE-secret_of_the_bot_0123456789';
const OK = { bark: { code: 200, message: 'success', timestamp: 1 } };

/** Answers HTTP 200 (or another status) with a JSON body. */
function json(body: object, status = 200): RequestListener {
  return (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

describe('notifiers', () => {
  let server: TestServer;
  let admin: AdminClient;
  let receiver: WebhookReceiver;
  let base: string;
  const receivers: WebhookReceiver[] = [];
  const mailServers: MailServer[] = [];

  async function start(environment: Record<string, string> = {}): Promise<void> {
    server = await TestServer.start({
      OUTGOING_ALLOW: '127.0.0.1',
      ADMIN_IDLE_MINUTES: '43200',
      ...environment,
    });
    server.stopScheduledJobs();
    admin = await AdminClient.owner(server);
  }

  async function receive(): Promise<WebhookReceiver> {
    const another = await WebhookReceiver.start();
    another.answer = json(OK.bark);
    receivers.push(another);
    return another;
  }

  beforeEach(async () => {
    receiver = await receive();
    base = new URL(receiver.url).origin;
  });
  afterEach(async () => {
    await server.stop();
    await Promise.all(receivers.splice(0).map((each) => each.stop()));
    for (const mail of mailServers.splice(0)) await mail.stop();
  });

  /** Activates cards of a new application, which creates an event for each card. */
  async function activate(...cards: string[]): Promise<CardApplication> {
    const app = await CardApplication.create(server, { cards });
    for (const card of cards) await app.open('D1', card);
    return app;
  }

  const activations = { types: ['card.activated'] };
  const bodies = (of = receiver) =>
    of.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const texts = (of = receiver) => of.requests.map(({ body }) => String(JSON.parse(body).body));
  const listed = async (notifierId: number) =>
    (
      await admin.list<MessageRecord>('/notifier-messages', {
        filter: { notifierId },
        sort: ['id', 'ASC'],
        range: [0, 99],
      })
    ).body;
  const shown = async (id: number) => (await admin.get<NotifierRecord>(`/notifiers/${id}`)).body;
  const edit = (id: number, changes: object) => admin.edit<NotifierRecord>(`/notifiers/${id}`, changes);

  describe('of each kind', () => {
    beforeEach(() => start());

    it.each<[string, () => object, object, { path: string; body: object }]>([
      [
        'telegram',
        () => ({ token: BOT, recipient: '-1001', address: `${base}/` }),
        { ok: true, result: { message_id: 1 } },
        {
          path: `/bot${BOT}/sendMessage`,
          body: { chat_id: '-1001', text: expect.stringContaining('Card activated\nApplication: ') },
        },
      ],
      [
        'wecom',
        () => ({ token: `${base}/cgi-bin/webhook/send?key=k-123456` }),
        { errcode: 0, errmsg: 'ok' },
        {
          path: '/cgi-bin/webhook/send?key=k-123456',
          body: { msgtype: 'text', text: { content: expect.stringContaining('Card activated') } },
        },
      ],
      [
        'discord',
        () => ({ token: `${base}/api/webhooks/1/token-of-discord` }),
        {},
        {
          path: '/api/webhooks/1/token-of-discord',
          body: { content: expect.stringContaining('**Card activated**'), allowed_mentions: { parse: [] } },
        },
      ],
      [
        'serverchan',
        () => ({ token: 'SCTabcdef', address: base }),
        { code: 0, message: '', data: { error: 'SUCCESS', errno: 0 } },
        { path: '/SCTabcdef.send', body: { title: 'Card activated' } },
      ],
      [
        'bark',
        () => ({ token: 'device-key', address: base }),
        OK.bark,
        { path: '/push', body: { device_key: 'device-key', title: 'Card activated' } },
      ],
    ])('%s sends what its service expects', async (kind, fields, answer, { path, body }) => {
      receiver.answer = json(answer);
      const { id } = await createNotifier(admin, null, { kind, ...activations, ...fields() });
      await activate('CARD-0000-1234');
      await sendMessages(server);
      expect(receiver.requests.map((request) => request.path)).toEqual([path]);
      expect(bodies()[0]).toMatchObject(body);
      expect(receiver.requests[0]!.headers['content-type']).toContain('application/json');
      expect(await listed(id)).toMatchObject([{ type: 'card.activated', status: 'sent', attempts: 1 }]);
      expect(await shown(id)).toMatchObject({ lastSent: true });
    });

    it('dingtalk signs the address', async () => {
      receiver.answer = json({ errcode: 0, errmsg: 'ok' });
      const token = `${base}/robot/send?access_token=t-123456`;
      await createNotifier(admin, null, { kind: 'dingtalk', token, signingSecret: 'SECabc', ...activations });
      await activate('A');
      await sendMessages(server);
      const { searchParams } = new URL(receiver.requests[0]!.path, base);
      const timestamp = String(server.clock.now());
      const sign = createHmac('sha256', 'SECabc').update(`${timestamp}\nSECabc`).digest('base64');
      expect(Object.fromEntries(searchParams)).toEqual({ access_token: 't-123456', timestamp, sign });
    });

    it('feishu signs the body', async () => {
      receiver.answer = json({ code: 0, msg: 'success', data: {} });
      const token = `${base}/open-apis/bot/v2/hook/h-123456`;
      await createNotifier(admin, null, { kind: 'feishu', token, signingSecret: 'abc', ...activations });
      await activate('A');
      await sendMessages(server);
      const timestamp = String(server.clock.now() / 1000);
      const sign = createHmac('sha256', `${timestamp}\nabc`).digest('base64');
      expect(bodies()).toMatchObject([{ timestamp, sign, msg_type: 'text' }]);
    });
  });

  describe('by mail', () => {
    async function startMail(options?: SMTPServerOptions): Promise<MailServer> {
      const mail = new MailServer(options);
      mailServers.push(mail);
      await start({ MAIL_URL: `smtp://${await mail.start()}`, MAIL_FROM: 'Shop <shop@example.com>' });
      return mail;
    }

    it('send the title as subject', async () => {
      const mail = await startMail();
      await createNotifier(admin, null, {
        kind: 'email',
        token: null,
        recipient: 'ann@example.com',
        ...activations,
      });
      await activate('CARD-0000-1234');
      await sendMessages(server);
      expect(mail.received).toMatchObject([{ to: ['ann@example.com'] }]);
      expect(mail.received[0]!.source).toContain('Subject: Card activated');
    });

    it('try again while the mail server is busy', async () => {
      let isBusy = true;
      const mail = await startMail({
        onRcptTo: (_, __, callback) =>
          callback(isBusy ? Object.assign(new Error('Try later'), { responseCode: 451 }) : null),
      });
      const fields = { kind: 'email', token: null, recipient: 'ann@example.com', ...activations };
      const { id } = await createNotifier(admin, null, fields);
      await activate('A');
      await sendMessages(server);
      expect(await listed(id)).toMatchObject([
        { status: 'pending', lastAnswer: expect.stringContaining('451 Try later') },
      ]);
      isBusy = false;
      server.clock.advance(30);
      await sendMessages(server);
      expect(mail.received).toHaveLength(1);
      expect(await listed(id)).toMatchObject([{ status: 'sent', attempts: 2 }]);
    });

    /** Sends until an email has reached the mail server, which accepts it after `proceed`. */
    async function sendAndHold() {
      const proceed = Promise.withResolvers<void>();
      const reached = Promise.withResolvers<void>();
      const mail = await startMail({
        onRcptTo: (_, __, callback) => {
          reached.resolve();
          void proceed.promise.then(() => callback());
        },
      });
      const fields = { kind: 'email', token: null, recipient: 'ann@example.com', ...activations };
      const { id } = await createNotifier(admin, null, fields);
      await activate('A');
      const sending = sendMessages(server);
      await reached.promise;
      return { id, mail, sending, proceed: proceed.resolve };
    }

    it('are sent once to a mail server that checks an email for minutes', async () => {
      const { id, mail, sending, proceed } = await sendAndHold();
      server.clock.advance(599);
      const anotherProcess = { id: 'another', isAlive: async () => true } as unknown as ServerRegistry;
      const lease = new ReceiverLease(server.dataSource, anotherProcess, server.clock);
      expect(await lease.take('notifier', id)).toBe(false);
      proceed();
      await sending;
      expect(mail.received).toHaveLength(1);
      expect(await listed(id)).toMatchObject([{ status: 'sent', attempts: 1 }]);
    });

    it('do not delay the stop of the server', async () => {
      const { id, mail, sending, proceed } = await sendAndHold();
      await server.get(MessageWorker).beforeApplicationShutdown();
      expect(mail.received).toEqual([]);
      expect(await listed(id)).toMatchObject([{ status: 'pending', attempts: 0 }]);
      proceed();
      await sending;
    });

    it('need the mail settings of the server', async () => {
      await start();
      const values = { name: 'Mail', kind: 'email', recipient: 'ann@example.com' };
      expect(await admin.post('/notifiers', values)).toMatchObject({
        status: 422,
        body: { faults: { kind: { code: 'needs_mail_settings' } } },
      });
    });
  });

  describe('when a service answers with an error', () => {
    beforeEach(() => start());

    it('try again after a temporary error, although its status is HTTP 200', async () => {
      receiver.next.push(json({ errcode: 45009, errmsg: 'api freq out of limit' }));
      receiver.answer = json({ errcode: 0, errmsg: 'ok' });
      const token = `${base}/send?key=k-123456`;
      const { id } = await createNotifier(admin, null, { kind: 'wecom', token, ...activations });
      await activate('A', 'B');
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(1);
      expect(await shown(id)).toMatchObject({ lastSent: false, lastAnswer: '45009: api freq out of limit' });
      server.clock.advance(59);
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(1);
      server.clock.advance(1);
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(3);
      const messages = await listed(id);
      expect(messages.map(({ status }) => status)).toEqual(['sent', 'sent']);
    });

    it('give up a message that the service refuses for good, and go on with the next', async () => {
      receiver.next.push(json({ errcode: 40058, errmsg: 'invalid Request Parameter' }));
      receiver.answer = json({ errcode: 0, errmsg: 'ok' });
      const token = `${base}/send?key=k-123456`;
      const { id } = await createNotifier(admin, null, { kind: 'wecom', token, ...activations });
      await activate('A', 'B');
      await sendMessages(server);
      expect(await listed(id)).toMatchObject([
        { status: 'failed', attempts: 1, nextAt: null, lastAnswer: '40058: invalid Request Parameter' },
        { status: 'sent' },
      ]);
    });

    it('keep the messages until wrong settings are corrected', async () => {
      receiver.answer = json({ ok: false, error_code: 401, description: 'Unauthorized' }, 401);
      const { id } = await createNotifier(admin, base, {
        kind: 'telegram',
        token: BOT,
        recipient: '@shop_news',
        ...activations,
      });
      await activate('A', 'B');
      await sendMessages(server);
      server.clock.advance(3599);
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(1);
      receiver.answer = json({ ok: true, result: {} });
      expect((await edit(id, { token: `${BOT}x` })).status).toBe(200);
      await sendMessages(server);
      expect((await listed(id)).map(({ status }) => status)).toEqual(['sent', 'sent']);
      expect(receiver.requests.slice(1).map(({ path }) => path)).toEqual([
        `/bot${BOT}x/sendMessage`,
        `/bot${BOT}x/sendMessage`,
      ]);
    });

    it.each<[string, (id: number) => Promise<{ status: number }>]>([
      ['a successful test', (id) => admin.post(`/notifiers/${id}/test`)],
      [
        'an edit with apply',
        async (id) => {
          const { name } = await server.dataSource.manager.findOneByOrFail(Notifier, { id });
          const entry = {
            name,
            kind: 'bark',
            address: base,
            types: ['card.activated'],
            time_zone: 'Asia/Shanghai',
          };
          await applyFile(server, { applications: [], notifiers: [entry] });
          return { status: 200 };
        },
      ],
    ])('send at once what failed before %s', async (_, repair) => {
      receiver.next.push(json({ code: 400, message: 'failed to get device token' }, 400));
      const { id } = await createNotifier(admin, base, activations);
      await activate('A', 'B');
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(1);
      expect((await repair(id)).status).toBe(200);
      await sendMessages(server);
      expect((await listed(id)).map(({ status, attempts }) => [status, attempts])).toEqual([
        ['sent', 2],
        ['sent', 1],
      ]);
    });

    it('send at once what failed with settings that were corrected during the attempt', async () => {
      const { id } = await createNotifier(admin, base, activations);
      const held = Promise.withResolvers<() => void>();
      receiver.next.push((request, response) =>
        held.resolve(() =>
          json({ code: 400, message: 'failed to get device token' }, 400)(request, response),
        ),
      );
      await activate('A');
      const sent = sendMessages(server);
      const proceed = await held.promise;
      expect((await edit(id, { token: 'another-key' })).status).toBe(200);
      proceed();
      await sent;
      expect(bodies().map(({ device_key }) => device_key)).toEqual(['device-key', 'another-key']);
      expect(await listed(id)).toMatchObject([{ status: 'sent', attempts: 2 }]);
      expect(await shown(id)).toMatchObject({ lastSent: true });
    });

    it('wait as long as the service asks', async () => {
      receiver.next.push(
        json(
          { ok: false, error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 300 } },
          429,
        ),
      );
      receiver.answer = json({ ok: true, result: {} });
      const fields = { kind: 'telegram', token: BOT, recipient: '1', ...activations };
      await createNotifier(admin, base, fields);
      await activate('A');
      await sendMessages(server);
      server.clock.advance(299);
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(1);
      server.clock.advance(1);
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(2);
    });

    it.each<[string, RequestListener]>([
      ['closes the connection', (request) => void request.socket.destroy()],
      ['never answers', () => undefined],
      ['answers no JSON', (_, response) => void response.end('<html>')],
      ['answers JSON that is no object', (_, response) => void response.end('[0]')],
      ['answers 502', (_, response) => void response.writeHead(502).end('bad gateway')],
    ])('a service that %s is asked again', async (what, hostile) => {
      Object.assign(server.get(OutgoingHttp), { timeoutMs: what === 'never answers' ? 500 : 60_000 });
      receiver.next.push(hostile);
      receiver.answer = json({ errcode: 0, errmsg: 'ok' });
      const token = `${base}/send?key=k-123456`;
      const { id } = await createNotifier(admin, null, { kind: 'wecom', token, ...activations });
      await activate('A');
      await sendMessages(server);
      expect(await listed(id)).toMatchObject([{ status: 'pending', attempts: 1 }]);
      Object.assign(server.get(OutgoingHttp), { timeoutMs: 60_000 });
      // On a busy machine, the request may have timed out before the receiver read it.
      receiver.next.length = 0;
      server.clock.advance(60);
      await sendMessages(server);
      expect(await listed(id)).toMatchObject([{ status: 'sent', attempts: 2 }]);
    });

    it('follow no redirect', async () => {
      const inside = await receive();
      receiver.answer = (_, response) => void response.writeHead(302, { location: inside.url }).end();
      const { id } = await createNotifier(admin, base, activations);
      await activate('A');
      await sendMessages(server);
      expect(inside.requests).toEqual([]);
      expect(await shown(id)).toMatchObject({ lastSent: false, lastAnswer: 'HTTP 302' });
    });
  });

  describe('deliver', () => {
    beforeEach(() => start());

    it('everything after an outage of nearly a day, in between a restart', async () => {
      const { id } = await createNotifier(admin, base, activations);
      await receiver.stop();
      await activate('A', 'B', 'C');
      for (let hour = 0; hour < 22; hour++) {
        await sendMessages(server);
        server.clock.advance(3600);
      }
      await server.restart();
      server.stopScheduledJobs();
      admin = await AdminClient.owner(server);
      await receiver.listen();
      for (let hour = 0; hour < 2; hour++) {
        await sendMessages(server);
        server.clock.advance(3600);
      }
      expect((await listed(id)).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
      expect(receiver.requests).toHaveLength(3);
    });

    it('nothing that is older than a day', async () => {
      const { id } = await createNotifier(admin, base, activations);
      await receiver.stop();
      await activate('A', 'B');
      for (let hour = 0; hour < 27; hour++) {
        await sendMessages(server);
        server.clock.advance(3600);
      }
      const messages = await listed(id);
      expect(messages.map(({ status, nextAt }) => [status, nextAt])).toEqual([
        ['failed', null],
        ['failed', null],
      ]);
      await receiver.listen();
      await sendMessages(server);
      expect(receiver.requests).toEqual([]);
    });

    it.each([
      ['busy', json({ code: 429, message: 'too many' }, 429)],
      ['misconfigured', json({ code: 400, message: 'failed to get device token' }, 400)],
    ])('messages that nobody tried to send for a day, even after the service was %s', async (_, answer) => {
      const { id } = await createNotifier(admin, base, activations);
      await activate('A', 'B', 'C');
      await server.get(EventDispatcher).run();
      await edit(id, { enabled: false });
      server.clock.advance(25 * 60 * 60);
      await edit(id, { enabled: true });
      receiver.next.push(answer);
      await sendMessages(server);
      expect((await listed(id)).map(({ status, attempts }) => [status, attempts])).toEqual([
        ['failed', 1],
        ['pending', 0],
        ['pending', 0],
      ]);
      server.clock.advance(60 * 60);
      await sendMessages(server);
      expect((await listed(id)).map(({ status }) => status)).toEqual(['failed', 'sent', 'sent']);
      expect(receiver.requests).toHaveLength(3);
    });

    it('a message whose sending a restart interrupted', async () => {
      await createNotifier(admin, base, activations);
      receiver.next.push(() => undefined);
      await activate('A');
      const sent = sendMessages(server);
      while (receiver.requests.length === 0) await new Promise(setImmediate);
      await server.restart();
      await sent;
      server.stopScheduledJobs();
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(2);
    });

    it('one at a time, and a slow service delays neither requests nor other notifiers', async () => {
      const quick = await receive();
      await createNotifier(admin, base, activations);
      await createNotifier(admin, new URL(quick.url).origin, activations);
      const held: (() => void)[] = [];
      receiver.answer = (_, response) => void held.push(() => response.end(JSON.stringify(OK.bark)));
      await activate('A', 'B', 'C');
      const sent = sendMessages(server);
      while (quick.requests.length < 3 || held.length < 1) await new Promise(setImmediate);
      expect(receiver.requests).toHaveLength(1);
      await activate('D');
      for (let i = 0; i < 3; i++) {
        while (held.length === 0) await new Promise(setImmediate);
        held.shift()!();
      }
      await sent;
      expect(receiver.requests).toHaveLength(3);
      expect(receiver.most).toBe(1);
    });

    it('only the newer messages of a summary later, and give up those older than a day', async () => {
      const { id } = await createNotifier(admin, base, activations);
      receiver.next.push(json({ code: 429, message: 'too many' }, 429));
      await activate(...Array.from({ length: 25 }, (_, i) => `C${i}`));
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(1);
      server.clock.advance(25 * 60 * 60);
      await activate('NEW');
      for (let i = 0; i < 19; i++) receiver.next.push(json({ code: 200 }));
      receiver.next.push(json({ code: 429, message: 'too many' }, 429));
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(21);
      const statuses = (await listed(id)).map(({ status }) => status);
      expect(Object.groupBy(statuses, (status) => status)).toMatchObject({
        sent: { length: 19 },
        failed: { length: 6 },
        pending: { length: 1 },
      });
    });

    it('at most 20 messages a minute, the last of which sums up the others', async () => {
      const { id } = await createNotifier(admin, base, activations);
      const cards = Array.from({ length: 50 }, (_, i) => `C${i}`);
      await activate(...cards);
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(20);
      expect(bodies().at(-1)).toMatchObject({
        title: '31 more events',
        body: expect.stringMatching(/^Cards activated: 31\nTime: /),
      });
      const messages = await listed(id);
      expect(messages.every(({ status }) => status === 'sent')).toBe(true);
      expect(messages.filter(({ summarized }) => summarized)).toHaveLength(31);
      await activate('X', 'Y');
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(20);
      server.clock.advance(60);
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(22);
    });

    it('nothing in the quiet hours, and then what waited', async () => {
      const fields = { timeZone: 'Asia/Shanghai', quietFrom: '19:30', quietTo: '08:00', ...activations };
      const { id } = await createNotifier(admin, base, fields);
      // 20:00 in Shanghai.
      await activate('A', 'B');
      await sendMessages(server);
      server.clock.advance(12 * 3600 - 1);
      await sendMessages(server);
      expect(receiver.requests).toEqual([]);
      expect((await listed(id)).map(({ status }) => status)).toEqual(['pending', 'pending']);
      server.clock.advance(1);
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(2);
    });

    it('a change of the quiet hours at once', async () => {
      const { id } = await createNotifier(admin, base, {
        quietFrom: '00:00',
        quietTo: '23:59',
        ...activations,
      });
      await activate('A');
      await sendMessages(server);
      expect(receiver.requests).toEqual([]);
      expect((await edit(id, { quietFrom: null, quietTo: null })).status).toBe(200);
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(1);
    });

    it('nothing of a transaction that was rolled back, and neither do webhooks', async () => {
      const hook = await receive();
      await createWebhook(admin, hook, activations);
      await createNotifier(admin, base, activations);
      const app = await CardApplication.create(server, { cards: ['A'] });
      const { id, applicationId } = await app.row('A');
      const data = { kind: 'card', id, card: 'A', card_type: 'T', device_id: 'D', expires_ts: 0 } as const;
      const write = (fails: boolean) =>
        inTransaction(server.dataSource, async (manager) => {
          const event = { type: 'card.activated', applicationId, data } as const;
          await server.get(Outbox).write(manager, server.clock.now(), event);
          expect(await manager.count(OutboxEvent)).toBe(1);
          if (fails) throw new Error('after the event');
        });
      await expect(write(true)).rejects.toThrow('after the event');
      await deliver(server);
      await sendMessages(server);
      expect(await server.dataSource.manager.count(OutboxEvent)).toBe(0);
      await write(false);
      await deliver(server);
      await sendMessages(server);
      expect([hook.requests.length, receiver.requests.length]).toEqual([1, 1]);
    });

    it('only types and applications that they listen to, and nothing while disabled', async () => {
      const app = await CardApplication.create(server, { cards: ['A', 'B', 'C'] });
      const { applicationId } = await app.row('A');
      const { id } = await createNotifier(admin, base, { ...activations, applicationIds: [applicationId] });
      await createNotifier(admin, base, { types: ['card.frozen'] });
      await app.open('D1', 'A');
      await activate('Z');
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(1);
      await edit(id, { enabled: false });
      await app.open('D1', 'B');
      await edit(id, { enabled: true });
      await app.open('D1', 'C');
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(2);
    });

    it('in the language and time zone of the notifier, with masked cards', async () => {
      await createNotifier(admin, base, { language: 'zh-CN', timeZone: 'Asia/Shanghai', ...activations });
      await createNotifier(admin, base, { revealCards: true, ...activations });
      const app = await activate('SECRET-CARD-1234');
      await sendMessages(server);
      const chinese = bodies().find(({ title }) => title === '卡密已激活')!;
      expect(chinese.body).toContain(`软件：${app.name}`);
      expect(chinese.body).toContain('卡密：…1234');
      expect(chinese.body).toContain('时间：2026-01-15 20:00');
      expect(chinese.body).not.toContain('SECRET');
      const english = bodies().find(({ title }) => title === 'Card activated')!;
      expect(english.body).toContain('Card: SECRET-CARD-1234');
      expect(english.body).toContain('Time: 2026-01-15 12:00');
    });

    it('amounts in major units', async () => {
      await createNotifier(admin, base, { types: ['order.issued'] });
      const { applicationId, cardTypeId } = await (await CardApplication.create(server)).row();
      const price = { quantity: 2, amount: 3050, currency: 'CNY' };
      const order = { requestKey: 'by hand', applicationId, cardTypeId, ...price };
      expect((await admin.post('/orders', order)).status).toBe(201);
      await sendMessages(server);
      expect(bodies()[0]!.title).toBe('New order: 2 cards');
      expect(texts()[0]).toContain('Amount: CN¥30.50');
    });
  });

  describe('are managed', () => {
    beforeEach(() => start());

    it('with defaults, edits and deletion with their queue', async () => {
      const created = await createNotifier(admin, base);
      expect(created).toMatchObject({
        kind: 'bark',
        types: ['*'],
        enabled: true,
        allApplications: true,
        language: 'en',
        timeZone: 'UTC',
        mode: 'instant',
        tokenHint: '…',
        signed: false,
        lastSent: null,
      });
      await activate('A');
      await receiver.stop();
      await sendMessages(server);
      await receiver.listen();
      const { manager } = server.dataSource;
      expect(await manager.count(NotifierMessage)).toBeGreaterThan(0);
      const stale = await admin.patch(`/notifiers/${created.id}`, { rowVersion: 99, name: 'Late' });
      expect(stale.status).toBe(409);
      expect((await admin.delete(`/notifiers/${created.id}`)).status).toBe(200);
      expect(await manager.count(NotifierMessage)).toBe(0);
      server.clock.advance(3600);
      await sendMessages(server);
      expect(receiver.requests).toEqual([]);
    });

    it.each<[object, string, string]>([
      [{ token: null }, 'token', 'required'],
      [{ token: 'a b c d e' }, 'token', 'device_key'],
      [{ recipient: '1' }, 'recipient', 'not_for_kind'],
      [{ signingSecret: 'abc' }, 'signingSecret', 'not_for_kind'],
      [{ address: 'http://10.0.0.1/' }, 'address', 'not_public'],
      [{ address: 'bark' }, 'address', 'not_a_url'],
      [{ kind: 'telegram', token: BOT }, 'recipient', 'required'],
      [{ kind: 'telegram', token: 'abc', recipient: '1' }, 'token', 'bot_token'],
      [{ kind: 'telegram', token: BOT, recipient: 'a chat' }, 'recipient', 'chat'],
      [{ kind: 'serverchan', token: 'abc' }, 'token', 'send_key'],
      [{ kind: 'wecom', token: 'abc', address: null }, 'token', 'not_a_url'],
      [{ kind: 'wecom', token: 'http://localhost/', address: null }, 'token', 'not_public'],
      [
        { kind: 'discord', token: 'https://a.example/', address: 'https://b.example' },
        'address',
        'not_for_kind',
      ],
      [{ kind: 'email', token: null, address: null, recipient: 'nobody' }, 'recipient', 'email_address'],
      [{ kind: 'pigeon' }, 'kind', 'one_of'],
      [{ quietFrom: '22:00' }, 'quietTo', 'quiet_hours'],
      [{ quietFrom: '24:00', quietTo: '08:00' }, 'quietFrom', 'time_of_day'],
      [{ timeZone: 'Moon/Base' }, 'timeZone', 'time_zone'],
      [{ language: 'fr' }, 'language', 'one_of'],
      [{ digestHour: 24 }, 'digestHour', 'whole_number'],
      [{ types: ['webhook.test'] }, 'types', 'event_types'],
      [{ applicationIds: [999_999] }, 'applicationIds', 'unknown_applications'],
    ])('and refused with %j', async (fields, field, code) => {
      const values = { name: 'Phone', kind: 'bark', token: 'device-key', ...fields };
      const { status, body } = await admin.post('/notifiers', values);
      expect(status).toBe(422);
      expect(body).toMatchObject({ faults: { [field]: { code } } });
      expect(await server.dataSource.manager.count(Notifier)).toBe(0);
    });

    it('and limited to 50', async () => {
      const fields = { enabled: false };
      for (let i = 0; i < 50; i++) await createNotifier(admin, base, { name: `N${i}`, ...fields });
      const more = { name: 'N50', kind: 'bark', token: 'device-key' };
      expect(await admin.post('/notifiers', more)).toMatchObject({
        status: 409,
        body: { code: 'too_many_notifiers' },
      });
    });

    it('and tested at once, also in quiet hours and while disabled', async () => {
      const quiet = { quietFrom: '00:00', quietTo: '23:59', enabled: false };
      const { id } = await createNotifier(admin, base, quiet);
      expect((await admin.post(`/notifiers/${id}/test`)).body).toEqual({ sent: true, answer: null });
      expect(bodies()).toMatchObject([{ title: 'Test message' }]);
      receiver.answer = json({ code: 400, message: 'failed to get device token' }, 400);
      expect((await admin.post(`/notifiers/${id}/test`)).body).toEqual({
        sent: false,
        answer: '400: failed to get device token',
      });
      expect(await shown(id)).toMatchObject({
        lastSent: false,
        lastAnswer: '400: failed to get device token',
      });
      await receiver.stop();
      expect((await admin.post(`/notifiers/${id}/test`)).body).toEqual({
        sent: false,
        answer: 'The connection was refused',
      });
      await receiver.listen();
    });

    it('without showing their secrets in answers or the audit log', async () => {
      const secrets = ['hook-of-feishu-123456', 'signing-secret-123456', 'another-hook-123456'];
      // The service returns the request in its response.
      receiver.answer = (_, response) =>
        void response
          .writeHead(400)
          .end(`{"code":9499,"msg":"${secrets.join(' ')} ${receiver.requests[0]!.path}"}`);
      const token = `${base}/open-apis/bot/v2/hook/${secrets[0]}`;
      const fields = { kind: 'feishu', token, signingSecret: secrets[1], ...activations };
      const answers: unknown[] = [];
      const created = await createNotifier(admin, null, fields);
      const { id } = created;
      answers.push(created, (await admin.post(`/notifiers/${id}/test`)).body);
      await activate('A');
      await sendMessages(server);
      answers.push(await listed(id), await shown(id));
      const leaked = JSON.stringify(answers).replaceAll(secrets[2]!, '');
      for (const secret of secrets.slice(0, 2)) expect(leaked).not.toContain(secret);
      const moved = await edit(id, {
        token: `${base}/open-apis/bot/v2/hook/${secrets[2]}`,
        signingSecret: null,
      });
      expect(moved.body).toMatchObject({ signed: false, tokenHint: `${new URL(base).host}/…3456` });
      const { manager } = server.dataSource;
      const records = await manager.findBy(AuditRecord, { resource: 'notifiers' });
      const row = await manager.findOneByOrFail(Notifier, { id });
      for (const secret of secrets) {
        expect(JSON.stringify(records)).not.toContain(secret);
        expect(JSON.stringify({ ...row, lastAnswer: null })).not.toContain(secret);
      }
      expect(JSON.stringify(records)).not.toContain(row.tokenSealed);
      expect(records.map(({ action }) => action)).toEqual(['create', 'test', 'update']);
    });

    it('by apply, with secrets from the environment', async () => {
      const app = await CardApplication.create(server, { cards: ['A'] });
      const entry = {
        name: 'Applied',
        kind: 'bark',
        secret_env: 'NOTIFIER_SECRET_PHONE',
        address: base,
        types: ['card.activated'],
        applications: [app.client.credentials.app_key],
        time_zone: 'Asia/Shanghai',
      };
      const secrets = { NOTIFIER_SECRET_PHONE: 'device-key' };
      const apply = (notifier: object) =>
        applyFile(server, { applications: [], notifiers: [notifier] }, secrets);
      const result = await apply(entry);
      expect(result.notifiers).toMatchObject([{ ...entry, language: 'en', mode: 'instant', enabled: true }]);
      expect(JSON.stringify(result)).not.toContain('device-key');
      expect(await apply(result.notifiers![0]!)).toEqual(result);
      const row = await server.dataSource.manager.findOneByOrFail(Notifier, { name: 'Applied' });
      expect(row.rowVersion).toBe(1);
      await server.get(Subscriptions).watch();
      await app.open('D1', 'A');
      await sendMessages(server);
      expect(receiver.requests).toHaveLength(1);
      const refused = (fields: object, words: string) =>
        expect(apply({ ...entry, ...fields })).rejects.toThrow(words);
      await refused({ secret_env: 'NOTIFIER_SECRET_NONE' }, 'NOTIFIER_SECRET_NONE is not set');
      await refused({ secret_env: 'APP_SECRET' }, 'NOTIFIER_SECRET_');
      await refused({ kind: 'wecom' }, 'cannot be changed');
      await refused({ recipient: '1' }, 'recipient is not used by this kind');
      await refused({ address: 'https://localhost' }, 'notifiers[0].address must have a public host');
      await refused({ quiet_from: '22:00' }, 'require each other');
      await refused({ applications: ['a'.repeat(20)] }, 'no application');
    });

    it('and purged: messages are kept for 30 days', async () => {
      const { id } = await createNotifier(admin, base, activations);
      await activate('A');
      await sendMessages(server);
      server.clock.advance((30 * DAY_MS) / 1000);
      await server.get(EventPurgeJob).run();
      const { manager } = server.dataSource;
      expect(await manager.countBy(NotifierMessage, { notifierId: id })).toBe(1);
      server.clock.advance(1);
      await server.get(EventPurgeJob).run();
      expect(await manager.count(NotifierMessage)).toBe(0);
    });

    it('and counted for metrics', async () => {
      await createNotifier(admin, base, activations);
      await activate('A', 'B');
      await receiver.stop();
      await sendMessages(server);
      await receiver.listen();
      await server.get(MessageBacklog).run();
      expect(server.get(MessageBacklog).last).toBe(2);
      expect(server.get(MessageWorker).outcomes).toEqual({ sent: 0, failed: 0, retried: 1 });
    });
  });
});
