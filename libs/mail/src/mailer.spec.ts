import { afterEach, describe, expect, it } from '@jest/globals';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { SMTPServerOptions } from 'smtp-server';
import { AppConfig } from '@app/platform';
import { MailServer, type ReceivedMail } from '../../../test/support/mail-server.js';
import { type Mail, Mailer, MailError } from './mailer.js';

const MAIL = { to: 'ann@example.com', subject: '您的卡密', text: 'Key: VIP-8K2M\n' };

describe('the mailer', () => {
  const servers: MailServer[] = [];

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });

  async function mailServer(
    options?: SMTPServerOptions,
  ): Promise<{ host: string; received: ReceivedMail[] }> {
    const server = new MailServer(options);
    servers.push(server);
    return { host: await server.start(), received: server.received };
  }

  function mailer(url: string): Mailer {
    const config = new AppConfig();
    Object.assign(config.mail, { url, from: 'Shop <cards@example.com>' });
    return new Mailer(config);
  }

  async function faultOf(url: string, mail: Mail = MAIL): Promise<MailError> {
    const error: unknown = await mailer(url)
      .send(mail)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MailError);
    return error as MailError;
  }

  it('sends a mail with its sender, subject and text', async () => {
    const { host, received } = await mailServer();
    await mailer(`smtp://${host}`).send(MAIL);
    expect(received).toHaveLength(1);
    const [{ to, source }] = received as [ReceivedMail];
    expect(to).toEqual(['ann@example.com']);
    expect(source).toContain('From: Shop <cards@example.com>');
    expect(source).toContain(`Subject: =?UTF-8?B?${Buffer.from(MAIL.subject).toString('base64')}?=`);
    expect(source).toContain('Key: VIP-8K2M');
  });

  it('signs in with the user and password of the URL', async () => {
    const { host, received } = await mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, callback) =>
        callback(password === 'p@ss/1' ? null : new Error('Wrong password'), { user: username }),
    });
    await mailer(`smtp://ann:p%40ss%2F1@${host}`).send(MAIL);
    expect(received).toHaveLength(1);
    const { message, permanent } = await faultOf(`smtp://ann:wrong@${host}`);
    expect(message).toContain('refused the password');
    expect(message).not.toContain('wrong');
    expect(permanent).toBe(false);
  });

  it.each([
    [550, true],
    [451, false],
  ])('reports whether a refusal with %i is permanent: %s', async (responseCode, permanent) => {
    const { host, received } = await mailServer({
      onRcptTo: (_, __, callback) => callback(Object.assign(new Error('No such user'), { responseCode })),
    });
    const error = await faultOf(`smtp://${host}`);
    expect(error).toMatchObject({ permanent });
    expect(error.message).toContain(`${responseCode} No such user`);
    expect(received).toEqual([]);
  });

  const refusing = (responseCode: number, words: string) => (callback: (error: Error) => void) =>
    callback(Object.assign(new Error(words), { responseCode }));
  /** Refuses an email after the server has received all of it. */
  const refusingData = (responseCode: number, words: string): SMTPServerOptions => ({
    onData: (stream, _, callback) => stream.resume().on('end', () => refusing(responseCode, words)(callback)),
  });
  it.each<[string, SMTPServerOptions]>([
    [
      '550 5.4.5 Daily sending limit exceeded',
      { onMailFrom: (_, __, callback) => refusing(550, '5.4.5 Daily sending limit exceeded')(callback) },
    ],
    [
      '553 5.7.1 Sender address rejected',
      { onRcptTo: (_, __, callback) => refusing(553, '5.7.1 Sender address rejected')(callback) },
    ],
    [
      '530 Authentication required',
      { onRcptTo: (_, __, callback) => refusing(530, 'Authentication required')(callback) },
    ],
    ['535 Account locked', refusingData(535, 'Account locked')],
    [
      '550 5.4.5 Daily user sending quota exceeded',
      refusingData(550, '5.4.5 Daily user sending quota exceeded'),
    ],
    [
      '550 5.4.5 Limit of the account reached',
      { onRcptTo: (_, __, callback) => refusing(550, '5.4.5 Limit of the account reached')(callback) },
    ],
    ['552 Sending quota of the account exceeded', refusingData(552, 'Sending quota of the account exceeded')],
    ['554 5.7.0 Hourly limit exceeded', refusingData(554, '5.7.0 Hourly limit exceeded')],
  ])('tries again later if the sender is refused with %s', async (answer, options) => {
    const { host } = await mailServer(options);
    const error = await faultOf(`smtp://${host}`);
    expect(error).toMatchObject({
      permanent: false,
      message: `The mail server refused the sender: ${answer}`,
    });
  });

  it.each<[string, SMTPServerOptions]>([
    [
      '550 5.1.1 No such user',
      { onRcptTo: (_, __, callback) => refusing(550, '5.1.1 No such user')(callback) },
    ],
    [
      '552 5.2.2 Mailbox is over quota',
      { onRcptTo: (_, __, callback) => refusing(552, '5.2.2 Mailbox is over quota')(callback) },
    ],
    ['554 5.7.1 Spam', refusingData(554, '5.7.1 Spam')],
    ['552 5.3.4 Message size exceeds limit', refusingData(552, '5.3.4 Message size exceeds limit')],
  ])('does not try again if the mail is refused with %s', async (answer, options) => {
    const { host } = await mailServer(options);
    const error = await faultOf(`smtp://${host}`);
    expect(error).toMatchObject({ permanent: true, message: `The mail server refused the mail: ${answer}` });
  });

  it('waits for a mail server that checks a mail for 20 seconds', async () => {
    const { host, received } = await mailServer({
      onRcptTo: (_, __, callback) => void setTimeout(20_000).then(() => callback()),
    });
    await mailer(`smtp://${host}`).send(MAIL);
    expect(received).toHaveLength(1);
  });

  it('does not parse the address as a list of addresses', async () => {
    const { host, received } = await mailServer();
    const send = mailer(`smtp://${host}`).send({ ...MAIL, to: 'ann@example.com, bob@example.com' });
    await send.catch(() => undefined);
    expect(received.flatMap(({ to }) => to)).not.toContain('bob@example.com');
  });

  it('adds no header from a subject or address with line breaks', async () => {
    const { host, received } = await mailServer();
    const subject = 'Hello\r\nBcc: bob@example.com\r\n\r\nInjected';
    await mailer(`smtp://${host}`).send({ ...MAIL, subject });
    const [{ to, source }] = received as [ReceivedMail];
    expect(to).toEqual(['ann@example.com']);
    expect(source).not.toMatch(/^(Bcc|Injected)/m);
  });

  it.each([
    [
      '220 mail.test',
      ['250-mail.test\r\n250 STARTTLS', '502 Not implemented'],
      'The mail server refused the use of TLS: 502',
    ],
    ['554 No service', [], 'The mail server refused the connection: 554'],
  ])('tries again later after the greeting %s and the answers %j', async (greeting, answers, words) => {
    const server = createServer((socket) => {
      const left = [...answers];
      socket.write(`${greeting}\r\n`);
      socket.on('data', () => socket.write(`${left.shift() ?? '250 OK'}\r\n`)).on('error', () => undefined);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.2', listening));
    const { port } = server.address() as AddressInfo;
    const error = await faultOf(`smtp://ann:secret@127.0.0.2:${port}`);
    server.close();
    expect(error).toMatchObject({ permanent: false, message: expect.stringContaining(words) });
  });

  it('refuses a mail server whose certificate is not valid', async () => {
    const { host, received } = await mailServer({ disabledCommands: [] });
    const { permanent } = await faultOf(`smtp://${host}`);
    expect(permanent).toBe(false);
    expect(received).toEqual([]);
  });

  it('reports that nobody listens, or that the settings are missing', async () => {
    const { host } = await mailServer();
    await servers[0]!.stop();
    expect((await faultOf(`smtp://${host}`)).message).toContain('cannot be reached');
    const unset = new Mailer(new AppConfig());
    expect(unset.isConfigured).toBe(false);
    await expect(unset.send(MAIL)).rejects.toThrow('MAIL_URL and MAIL_FROM are not set');
  });
});
