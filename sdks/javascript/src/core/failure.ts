import { codeEntry, type Tell } from './codes.js';

export type UnavailableReason = 'network' | 'untrusted' | 'busy';
export type TicketReason =
  'missing' | 'form' | 'key' | 'signature' | 'application' | 'device' | 'expired' | 'clock';

/**
 * A failure that the core throws. The builds convert it to an error of their platform, so that the core needs no
 * subclasses of `Error`, which ES5 does not have.
 */
export class Failure {
  code: number | undefined;
  name: string | undefined;
  serverMessage: string | undefined;
  tell: Tell | undefined;
  reason: UnavailableReason | TicketReason | undefined;
  retryAfter: number | undefined;

  constructor(
    readonly kind: 'refused' | 'unavailable' | 'misuse',
    readonly message: string,
  ) {}
}

const SIGNATURE_MISMATCH = 10010;

/** A trusted answer with a code other than 0. */
export function refused(code: number, message: string): Failure {
  const hint = code === SIGNATURE_MISMATCH ? '; check appSecret and signMode' : '';
  const { name, tell } = codeEntry(code);
  const failure = new Failure('refused', `${code} ${name}: ${message}${hint}`);
  failure.code = code;
  failure.name = name;
  failure.serverMessage = message;
  failure.tell = tell;
  return failure;
}

/**
 * No answer, or an answer that cannot be trusted.
 * @param retryAfter seconds to wait, if the server sent them
 */
export function unavailable(reason: UnavailableReason, message: string, retryAfter?: number): Failure {
  const failure = new Failure('unavailable', message);
  failure.reason = reason;
  failure.retryAfter = retryAfter;
  return failure;
}

/** A fault of the program that calls the SDK. */
export function misuse(message: string): Failure {
  return new Failure('misuse', message);
}

const TICKET_TEXTS: Record<TicketReason, [message: string, en: string, zh: string]> = {
  missing: [
    'there is none',
    'There is no offline ticket yet. Please go online.',
    '尚无离线授权，请先联网获取。',
  ],
  form: ['it is not a ticket', 'This is not a valid ticket.', '离线授权无效。'],
  key: [
    'its key is unknown',
    'This ticket is not valid any more. Please get a new one.',
    '离线授权已失效，请重新获取。',
  ],
  signature: ['its signature is wrong', 'This is not a valid ticket.', '离线授权无效。'],
  application: [
    'it is for another program',
    'This ticket is for another program.',
    '该离线授权属于其他软件。',
  ],
  device: ['it is for another device', 'This ticket is for another device.', '该离线授权属于其他设备。'],
  expired: ['it has expired', 'The ticket has expired. Please go online.', '离线授权已到期，请联网。'],
  clock: [
    'the clock was set back',
    'The clock of this device is wrong. Please set it and try again.',
    '本机时间不准确，请校准后重试。',
  ],
};

/** A ticket that is not accepted. */
export function ticketRefused(reason: TicketReason): Failure {
  const [message, en, zh] = TICKET_TEXTS[reason];
  const failure = new Failure('refused', `the ticket is refused: ${message}`);
  failure.name = 'ticket';
  failure.reason = reason;
  failure.tell = { en, zh };
  return failure;
}

/** White space, including some characters that `trim` keeps: next line and zero-width space. */
const AROUND_CARD = /^[\s\u0085\u200b\ufeff]+|[\s\u0085\u200b\ufeff]+$/g;

/** Returns a card without the white space that people paste around it; fails immediately if nothing is left. */
export function cardText(name: string, card: unknown): string {
  const trimmed = typeof card === 'string' ? card.replace(AROUND_CARD, '') : '';
  if (trimmed === '') throw misuse(`${name}: it must be a text that is not empty`);
  return trimmed;
}

/** Fails immediately, without sending anything, if a text is missing or empty. */
export function requireTexts(texts: Record<string, unknown>): void {
  Object.keys(texts).forEach((name) => {
    if (typeof texts[name] !== 'string' || texts[name] === '')
      throw misuse(`${name}: it must be a text that is not empty`);
  });
}
