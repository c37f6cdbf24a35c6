import { Injectable } from '@nestjs/common';
import type { Notifier } from '@app/database';
import { Mailer, MailError } from '@app/mail';
import { abortable, Clock, OutgoingError, OutgoingHttp, SecretBox } from '@app/platform';
import { clipUnits } from './clip.js';
import { mailOf, readMailError } from './services/email.js';
import { SERVICES } from './services/index.js';
import type { Message, Outcome, Target } from './services/service.js';

/** Maximum length of a stored answer, in characters; the rest is cut off. */
const ANSWER_MAX = 300;
/** Minimum length of a secret. Shorter parts of a webhook address are not treated as secrets. */
const LEAST_SECRET_LENGTH = 6;

/** Sends a message to its service and returns the outcome. */
@Injectable()
export class MessageSender {
  constructor(
    private readonly http: OutgoingHttp,
    private readonly mailer: Mailer,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Returns the receiver of a notifier's messages, with decrypted secrets. */
  targetOf({ name, kind, tokenSealed, signingSecretSealed, recipient, address }: Notifier): Target {
    const open = (sealed: string | null) =>
      sealed === null ? null : this.secrets.open(sealed, `A secret of notifier ${name}`);
    return {
      kind,
      token: open(tokenSealed) ?? '',
      signingSecret: open(signingSecretSealed),
      recipient,
      address: address === null ? null : address.replace(/\/+$/, ''),
    };
  }

  /** @param stop ends the wait for the answer */
  async send(notifier: Notifier, message: Message, stop: AbortSignal): Promise<Outcome> {
    const target = this.targetOf(notifier);
    const outcome =
      target.kind === 'email'
        ? await this.mail(target, message, stop)
        : await this.post(target, message, stop);
    return outcome.answer === null ? outcome : { ...outcome, answer: publicAnswer(outcome.answer, target) };
  }

  private async post(target: Target, message: Message, stop: AbortSignal): Promise<Outcome> {
    if (target.kind === 'email') throw new TypeError('Mail is not sent by HTTP');
    const service = SERVICES[target.kind];
    try {
      const answer = await this.http.post(service.request(target, message, this.clock.now()), stop);
      // Redirects are not followed, so somebody has to correct the address.
      if (answer.status >= 300 && answer.status < 400)
        return { result: 'misconfigured', answer: `HTTP ${answer.status}` };
      return service.read(answer, this.clock.now());
    } catch (error) {
      if (error instanceof OutgoingError) return { result: 'busy', answer: error.message };
      throw error;
    }
  }

  /** Waits as long as the mailer does: a retry while the mail server checks the email would send it a second time. */
  private async mail(target: Target, message: Message, stop: AbortSignal): Promise<Outcome> {
    try {
      await abortable(this.mailer.send(mailOf(target, message)), stop);
      return { result: 'sent', answer: null };
    } catch (error) {
      if (error instanceof MailError) return readMailError(error);
      if (stop.aborted) return { result: 'busy', answer: 'The mail server does not respond' };
      throw error;
    }
  }
}

/**
 * Returns the beginning of an answer as one line. Hides the notifier's secrets, since some servers repeat the request
 * in their answer.
 */
function publicAnswer(answer: string, { token, signingSecret }: Target): string {
  const parts = token.startsWith('http') ? token.split(/[/?&=#]/).slice(3) : token.split(':');
  const secrets = [token, ...parts, signingSecret ?? ''].filter((text) => text.length >= LEAST_SECRET_LENGTH);
  const hidden = secrets.reduce((text, secret) => text.replaceAll(secret, '•••'), answer);
  return clipUnits(hidden.replace(/[\p{Cc}\s]+/gu, ' ').trim(), ANSWER_MAX);
}
