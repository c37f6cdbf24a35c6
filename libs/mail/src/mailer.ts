import { Injectable } from '@nestjs/common';
import type { NodemailerError, Transporter } from 'nodemailer';
import { AppConfig, isOwnMachine, parseMailUrl } from '@app/platform';

/** Time limit in milliseconds for connecting to the mail server, and then for its greeting. */
const CONNECT_MS = 10_000;
/**
 * Time limit in milliseconds for silence after the greeting. It is long, since some mail servers check an email for
 * half a minute before they accept it. A retry in the meantime would send the email a second time.
 */
const SILENCE_MS = 60_000;
/** Maximum number of characters of the mail server's answer in an error message. */
const ANSWER_MAX = 200;

/** A plain text email to one address. */
export interface Mail {
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
}

/** Thrown if the mail server did not accept an email. The message is for people. */
export class MailError extends Error {
  constructor(
    message: string,
    /** True if the refusal is permanent, for example because of an unknown address. */
    readonly permanent: boolean,
  ) {
    super(message);
  }
}

/**
 * Sends emails through the mail server of `MAIL_URL`. It does not retry: callers keep an email until the mail server
 * has accepted it.
 */
@Injectable()
export class Mailer {
  private readonly transport: Promise<Transporter> | undefined;

  constructor({ mail: { url, from } }: AppConfig) {
    this.transport = url === undefined || from === undefined ? undefined : transportTo(url, from);
  }

  /** False without `MAIL_URL` or `MAIL_FROM`. */
  get isConfigured(): boolean {
    return this.transport !== undefined;
  }

  /**
   * Sends an email, and returns once the mail server has accepted it.
   * @throws MailError
   */
  async send({ to, subject, text }: Mail): Promise<void> {
    if (!this.transport) throw new MailError('MAIL_URL and MAIL_FROM are not set', false);
    try {
      // Passed as an object, so that the address is not parsed as a list of addresses.
      const transport = await this.transport;
      await transport.sendMail({ to: { name: '', address: to }, subject, text });
    } catch (error) {
      throw mailError(error as NodemailerError);
    }
  }
}

/** Loads nodemailer only if emails are configured, since most installations send none. */
async function transportTo(url: string, from: string): Promise<Transporter> {
  const { host, port, tls, user, password } = parseMailUrl(url);
  const options = {
    host,
    port,
    secure: tls,
    requireTLS: user !== '' && !isOwnMachine(host),
    ...(user !== '' && { auth: { user, pass: password } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const { createTransport } = await import('nodemailer');
  return createTransport(options, { from });
}

/** Faults of the settings or the connection. They count as temporary, since the email itself was not refused. */
const REFUSED: Partial<Record<string, string>> = {
  EAUTH: 'password',
  ETLS: 'use of TLS',
  EPROTOCOL: 'connection',
};

/** Answers that the sender has to sign in, whichever command gets them. */
const NOT_SIGNED_IN = new Set([530, 535, 538]);
/**
 * Enhanced status codes (RFC 3463) of answers to `RCPT TO` that refuse the address or the rights of the sender. Postfix,
 * for example, answers `MAIL FROM` with 250 and refuses the sender only afterwards.
 */
const SENDER_REFUSED = /^\d{3}[ -]5\.(1\.[78]|7\.\d+)\b/;
/**
 * Answers that the account has used up its quota, whichever command gets them. Gmail, for example, refuses the email
 * itself with `550 5.4.5 Daily user sending quota exceeded`. The codes 5.2.x concern the mailbox of the buyer.
 */
const QUOTA_USED_UP = /^5\d\d[ -](?!5\.2\.)(5\.4\.5\b|.*\b(quota|(daily|hourly|sending|rate) limits?)\b)/is;

/** True if the fault lies in `MAIL_FROM`, in the account or its quota, and not in the email or the buyer's address. */
function isSenderRefused({ code, command, response = '', responseCode = 0 }: NodemailerError): boolean {
  if (NOT_SIGNED_IN.has(responseCode) || QUOTA_USED_UP.test(response)) return true;
  if (code !== 'EENVELOPE') return false;
  return command === 'MAIL FROM' || (command === 'RCPT TO' && SENDER_REFUSED.test(response));
}

function mailError(error: NodemailerError): MailError {
  const { code = '', response, message, permanent = false } = error;
  const answer = (response ?? message).replaceAll(/\s+/g, ' ').slice(0, ANSWER_MAX);
  const refused = REFUSED[code] ?? (isSenderRefused(error) ? 'sender' : undefined);
  if (refused) return new MailError(`The mail server refused the ${refused}: ${answer}`, false);
  if (response !== undefined) return new MailError(`The mail server refused the mail: ${answer}`, permanent);
  return new MailError(`The mail server cannot be reached: ${answer}`, false);
}
