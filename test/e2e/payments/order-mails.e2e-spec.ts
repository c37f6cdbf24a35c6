import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Card, Order, OrderMail, OutboxEvent } from '@app/database';
import { OrderMailSender } from '@app/orders';
import type { SMTPServerOptions } from 'smtp-server';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { MailServer, type ReceivedMail } from '../../support/mail-server.js';
import { ShopClient } from '../../support/shop.js';
import { TestServer } from '../../support/test-server.js';

const HOUR = 3600;
const BODY = { order_no: 'A-1', card_type: 'Month', contact: 'ann@example.com' };

/** Returns the text of an email in any encoding. */
function textOf({ source }: ReceivedMail): string {
  const [head = '', body = ''] = source.split(/\r\n\r\n([\s\S]*)/, 2);
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body.replaceAll('\r\n', '\n');
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n');
}

describe('mails with cards', () => {
  let mailServer: MailServer;
  let server: TestServer;
  /** Answers of the mail server to recipients, one for each attempt; afterwards it accepts all. */
  let refusals: (number | undefined)[];
  /** Runs while the mail server handles an email. */
  let during: (() => Promise<unknown>) | undefined;
  let host: string;

  async function startMailServer(options: SMTPServerOptions = {}): Promise<string> {
    mailServer = new MailServer({
      onRcptTo: (_, __, callback) => {
        const responseCode = refusals.shift();
        callback(responseCode === undefined ? null : Object.assign(new Error('Not now'), { responseCode }));
      },
      onMailFrom: (_, __, callback) =>
        void (during?.() ?? Promise.resolve()).then(() => callback(), callback),
      ...options,
    });
    return mailServer.start();
  }

  beforeEach(async () => {
    refusals = [];
    during = undefined;
    host = await startMailServer();
    server = await TestServer.start({ MAIL_URL: `smtp://${host}`, MAIL_FROM: 'Shop <cards@example.com>' });
    server.stopScheduledJobs();
  });
  afterEach(async () => {
    await server.stop();
    await mailServer.stop();
  });

  async function openShop(settings = {}, application = {}) {
    const app = await CardApplication.create(server, { cards: [], settings: application });
    const { channel, key } = await app.createChannel(undefined, { mailCards: true, ...settings });
    return { app, channel, client: new ShopClient(server.url, key) };
  }
  const run = () => server.get(OrderMailSender).run();
  /** Sends until an email has reached the mail server, which then waits for `proceed`. */
  async function sendAndHold() {
    const proceed = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    during = () => {
      reached.resolve();
      return proceed.promise;
    };
    const sending = run();
    await reached.promise;
    during = undefined;
    return { sending, proceed: proceed.resolve };
  }
  const mails = () => server.dataSource.manager.find(OrderMail, { order: { id: 'ASC' } });
  const theMail = async () => (await mails())[0]!;

  it('have product, cards, number and the text of the channel', async () => {
    const mailText = 'Enter it under Help > Licence.';
    const { app, client } = await openShop({ mailText });
    const { result } = await client.order({ ...BODY, quantity: 2 });
    await run();
    expect(mailServer.received).toHaveLength(1);
    const [mail] = mailServer.received as [ReceivedMail];
    expect(mail.to).toEqual(['ann@example.com']);
    const text = textOf(mail);
    for (const part of [...result!.cards, 'Month', 'A-1', mailText, app.name]) expect(text).toContain(part);
    expect(await theMail()).toMatchObject({ status: 'sent', attempts: 1, nextAt: null, lastFault: null });
    await run();
    expect(mailServer.received).toHaveLength(1);
  });

  it('are in the language of the application', async () => {
    const { client } = await openShop({}, { language: 'zh-CN' });
    await client.order(BODY);
    await run();
    expect(textOf(mailServer.received[0]!)).toContain('您的卡密：');
  });

  it('are sent only for channels that enable them, and to contacts that are mail addresses', async () => {
    const silent = await openShop({ mailCards: false });
    await silent.client.order(BODY);
    const { client } = await openShop();
    await client.order({ ...BODY, contact: 'QQ 12345' });
    await client.order({ ...BODY, order_no: 'A-2', contact: undefined });
    expect(await mails()).toEqual([]);
  });

  it('are sent once, however often the order is repeated and the job runs', async () => {
    const { client } = await openShop();
    await Promise.all(Array.from({ length: 8 }, () => client.order(BODY)));
    await Promise.all(Array.from({ length: 4 }, run));
    expect(mailServer.received).toHaveLength(1);
  });

  it('are not sent for an order that was rolled back', async () => {
    const { client, channel } = await openShop();
    const owner = await AdminClient.owner(server);
    const tried = await owner.post(`/channels/${channel.id}/try`, { product: 'Month' });
    expect(tried).toMatchObject({ status: 200 });
    expect(await client.order({ ...BODY, card_type: 'Unknown' })).toMatchObject({ status: 404 });
    expect(await mails()).toEqual([]);
  });

  it('do not delay the answer to the shop, however slow the mail server is', async () => {
    const { client } = await openShop();
    await client.order(BODY);
    const { sending, proceed } = await sendAndHold();
    expect(await client.order({ ...BODY, order_no: 'A-2' })).toMatchObject({ code: 0 });
    proceed();
    await sending;
    expect(mailServer.received).toHaveLength(2);
  });

  it('are tried again after a temporary refusal, and not before their time', async () => {
    const { client } = await openShop();
    refusals = [451, 451];
    await client.order(BODY);
    await run();
    const fault = expect.stringContaining('451 Not now') as unknown;
    const now = server.clock.now();
    expect(await theMail()).toMatchObject({
      status: 'pending',
      attempts: 1,
      nextAt: now + 60_000,
      lastFault: fault,
    });
    server.clock.advance(59);
    await run();
    expect(await theMail()).toMatchObject({ attempts: 1 });
    server.clock.advance(1);
    await run();
    expect(await theMail()).toMatchObject({ attempts: 2, nextAt: server.clock.now() + 300_000 });
    server.clock.advance(300);
    await run();
    expect(await theMail()).toMatchObject({ status: 'sent', attempts: 3, lastFault: null });
  });

  it('are not tried again after a permanent refusal, until somebody sends them again', async () => {
    let owner = await AdminClient.owner(server);
    const hook = { name: 'Shop', url: 'https://shop.example/hooks', types: ['order.mail_failed'] };
    expect(await owner.post('/webhooks', hook)).toMatchObject({ status: 201 });
    const { client, channel } = await openShop();
    refusals = [550];
    await client.order(BODY);
    await run();
    const failed = { status: 'failed', attempts: 1, nextAt: null };
    expect(await theMail()).toMatchObject(failed);
    server.clock.advance(100 * HOUR);
    await run();
    expect(await theMail()).toMatchObject(failed);
    const [event, ...more] = await server.dataSource.manager.find(OutboxEvent);
    expect(JSON.parse(event!.data)).toEqual({
      order_no: 'A-1',
      channel_id: channel.id,
      reason: 'The mail server refused the mail: 550 Not now',
    });
    expect(more).toEqual([]);
    owner = await AdminClient.owner(server);
    const { id } = await server.dataSource.manager.findOneByOrFail(Order, { externalNo: 'A-1' });
    const answer = await owner.post(`/orders/${id}/send-mail`, { address: 'bob@example.com' });
    expect(answer).toMatchObject({
      status: 200,
      body: { mail: { status: 'pending', address: 'bob@example.com' } },
    });
    await run();
    expect(mailServer.received.map(({ to }) => to)).toEqual([['bob@example.com']]);
    const { body } = await owner.get(`/orders/${id}`);
    expect(body).toMatchObject({ mail: { status: 'sent', attempts: 1, address: 'bob@example.com' } });
  });

  it('arrive after the mail server was down for a day', async () => {
    const { client } = await openShop();
    await mailServer.stop();
    await client.order(BODY);
    for (let hours = 0; hours < 24; hours++) {
      await run();
      server.clock.advance(HOUR);
    }
    expect(await theMail()).toMatchObject({
      status: 'pending',
      lastFault: expect.stringContaining('cannot be reached') as unknown,
    });
    const port = Number(host.split(':')[1]);
    mailServer = new MailServer();
    await mailServer.start(port);
    server.clock.advance(24 * HOUR);
    await run();
    expect(mailServer.received).toHaveLength(1);
    expect(await theMail()).toMatchObject({ status: 'sent' });
  });

  it('are given up after about three days', async () => {
    const { client } = await openShop();
    await mailServer.stop();
    await client.order(BODY);
    let days = 0;
    for (; days < 10 && (await theMail()).status === 'pending'; days += 0.25) {
      await run();
      server.clock.advance(6 * HOUR);
    }
    expect(await theMail()).toMatchObject({ status: 'failed', attempts: 10, nextAt: null });
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(5);
  });

  it('are not sent after a refund or when their cards are gone', async () => {
    const { client } = await openShop();
    await client.order(BODY);
    await client.refund('A-1', 'unused');
    await client.order({ ...BODY, order_no: 'A-2' });
    const { id } = await server.dataSource.manager.findOneByOrFail(Order, { externalNo: 'A-2' });
    await server.dataSource.manager.delete(Card, { orderId: id });
    await run();
    expect(mailServer.received).toEqual([]);
    expect(await mails()).toMatchObject([
      { status: 'failed', lastFault: 'The order was refunded' },
      { status: 'failed', lastFault: 'The cards of the order were deleted' },
    ]);
  });

  it('are sent after a restart', async () => {
    const { client } = await openShop();
    await client.order(BODY);
    await server.restart();
    await run();
    expect(mailServer.received).toHaveLength(1);
  });

  it('delay the stop of the server by a few seconds at most', async () => {
    const { client } = await openShop();
    await client.order(BODY);
    const { sending, proceed } = await sendAndHold();
    await server.get(OrderMailSender).beforeApplicationShutdown();
    expect(mailServer.received).toEqual([]);
    proceed();
    await sending;
    expect(mailServer.received).toHaveLength(1);
  });

  it('of a process that died while sending are sent by another one', async () => {
    const { client } = await openShop();
    await client.order(BODY);
    const { id } = await theMail();
    // The state that a process leaves if it claims the email and dies.
    const claimed = { attempts: 1, nextAt: server.clock.now() + 600_000 };
    await server.dataSource.manager.update(OrderMail, { id }, claimed);
    await run();
    expect(mailServer.received).toEqual([]);
    server.clock.advance(600);
    await run();
    expect(mailServer.received).toHaveLength(1);
    expect(await theMail()).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it('are sent once by senders that work at the same time', async () => {
    const { client } = await openShop();
    for (let i = 0; i < 10; i++) await client.order({ ...BODY, order_no: `A-${i}` });
    const { dataSource, clock } = server;
    const sender = server.get(OrderMailSender);
    const other = new OrderMailSender(dataSource, sender['mailer'], clock, sender['events']);
    await Promise.all([run(), other.run()]);
    await Promise.all([run(), other.run()]);
    const cards = mailServer.received.map((mail) => textOf(mail));
    expect(cards).toHaveLength(10);
    expect(new Set(cards).size).toBe(10);
  });
});

describe('without mail settings', () => {
  it('mails are kept with their fault, and nobody can send them', async () => {
    const server = await TestServer.start();
    const app = await CardApplication.create(server, { cards: [] });
    const { key } = await app.createChannel(undefined, { mailCards: true });
    await new ShopClient(server.url, key).order(BODY);
    await server.get(OrderMailSender).run();
    const [mail] = await server.dataSource.manager.find(OrderMail);
    expect(mail).toMatchObject({ status: 'pending', lastFault: 'MAIL_URL and MAIL_FROM are not set' });
    const owner = await AdminClient.owner(server);
    expect(await owner.post('/orders/1/send-mail', {})).toMatchObject({
      status: 409,
      body: { code: 'mail_not_configured' },
    });
    await server.stop();
  });
});
