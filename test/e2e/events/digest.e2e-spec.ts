import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NotifierMessage } from '@app/database';
import { FiguresJob } from '@app/figures';
import { DigestJob } from '@app/notifiers';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { createNotifier, sendMessages } from '../../support/notifier-messages.js';
import { TestServer } from '../../support/test-server.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const HOUR = 3600;

// The clock of the tests starts at 12:00 UTC on 2026-01-15.
describe('daily digests', () => {
  let server: TestServer;
  let admin: AdminClient;
  let receiver: WebhookReceiver;
  let base: string;

  beforeEach(async () => {
    server = await TestServer.start({ OUTGOING_ALLOW: '127.0.0.1', ADMIN_IDLE_MINUTES: '43200' });
    server.stopScheduledJobs();
    admin = await AdminClient.owner(server);
    receiver = await WebhookReceiver.start();
    receiver.answer = (_, response) => void response.end('{"code":200,"message":"success"}');
    base = new URL(receiver.url).origin;
  });
  afterEach(async () => {
    await server.stop();
    await receiver.stop();
  });

  const daily = { mode: 'daily', digestHour: 8 };
  const messages = () =>
    receiver.requests.map(({ body }) => JSON.parse(body) as { title: string; body: string });
  const titles = () => messages().map(({ title }) => title);

  async function digest(): Promise<void> {
    await server.get(DigestJob).run();
    await sendMessages(server);
  }

  it('report the figures of the previous day once, at the set hour', async () => {
    await createNotifier(admin, base, daily);
    const app = await CardApplication.create(server, {
      cards: ['A', 'B'],
      settings: { time_zone: 'UTC' },
    });
    await app.open('D1', 'A');
    await app.open('D1', 'B');
    const { applicationId, cardTypeId } = await app.row('A');
    for (const [requestKey, quantity] of [
      ['one', 2],
      ['two', 1],
    ] as const) {
      const order = { requestKey, applicationId, cardTypeId, quantity, amount: 3000, currency: 'CNY' };
      expect((await admin.post('/orders', order)).status).toBe(201);
    }
    await digest();
    expect(titles()).toEqual([]);
    server.clock.advance(20 * HOUR - 1);
    await server.get(FiguresJob).run();
    await digest();
    expect(titles()).toEqual([]);
    server.clock.advance(1);
    await server.get(FiguresJob).run();
    await digest();
    expect(titles()).toEqual(['Summary of 2026-01-15']);
    const { body } = messages()[0]!;
    expect(body).toContain('Orders: 2 (3 cards)');
    expect(body).toContain('Income: CN¥60.00');
    expect(body).toContain('Expiring within 3 days: 0');
    await digest();
    server.clock.advance(HOUR);
    await digest();
    expect(titles()).toHaveLength(1);
    server.clock.advance(23 * HOUR);
    await digest();
    expect(titles()).toEqual(['Summary of 2026-01-15', 'Summary of 2026-01-16']);
  });

  it('are sent once by two processes and after restarts', async () => {
    await createNotifier(admin, base, daily);
    server.clock.advance(20 * HOUR);
    const job = server.get(DigestJob);
    const another = new DigestJob(server.dataSource, server.clock);
    await Promise.all([job.run(), another.run(), job.run(), another.run()]);
    expect(await server.dataSource.manager.count(NotifierMessage)).toBe(1);
    await server.restart();
    server.stopScheduledJobs();
    await digest();
    await server.restart();
    server.stopScheduledJobs();
    await digest();
    expect(titles()).toEqual(['Summary of 2026-01-15']);
  });

  it('are sent late if the server was down at the hour, but only the latest digest', async () => {
    await createNotifier(admin, base, daily);
    server.clock.advance((3 * 24 + 14) * HOUR);
    await server.restart();
    server.stopScheduledJobs();
    // 02:00 on January 19: the latest digest was due at 08:00 on January 18.
    await digest();
    expect(titles()).toEqual(['Summary of 2026-01-17']);
  });

  it('wait for the end of the quiet hours, and for a service that is down', async () => {
    await createNotifier(admin, base, { ...daily, quietFrom: '07:00', quietTo: '09:00' });
    server.clock.advance(20 * HOUR);
    await digest();
    expect(titles()).toEqual([]);
    await receiver.stop();
    server.clock.advance(HOUR);
    await digest();
    await receiver.listen();
    server.clock.advance(30);
    await digest();
    expect(titles()).toEqual(['Summary of 2026-01-15']);
  });

  it('use the language and time zone of the notifier, and only its applications', async () => {
    const own = await CardApplication.create(server, { cards: ['A'] });
    const other = await CardApplication.create(server, { cards: ['B'] });
    const { applicationId } = await own.row('A');
    for (const app of [own, other]) {
      const card = await app.row(app === own ? 'A' : 'B');
      const of = { applicationId: card.applicationId, cardTypeId: card.cardTypeId };
      const order = { requestKey: app.name, ...of, quantity: 1, amount: 1000, currency: 'CNY' };
      expect((await admin.post('/orders', order)).status).toBe(201);
    }
    await createNotifier(admin, base, {
      ...daily,
      language: 'zh-CN',
      timeZone: 'Asia/Shanghai',
      applicationIds: [applicationId],
    });
    // 08:00 in Shanghai on January 16.
    server.clock.advance(12 * HOUR);
    await server.get(FiguresJob).run();
    await digest();
    expect(titles()).toEqual(['2026-01-15 日报']);
    expect(messages()[0]!.body).toContain('收入：¥10.00');
  });

  it('replace messages about single events', async () => {
    await createNotifier(admin, base, daily);
    const app = await CardApplication.create(server, { cards: ['A'] });
    await app.open('D1', 'A');
    await digest();
    expect(receiver.requests).toEqual([]);
  });
});
