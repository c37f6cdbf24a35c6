import type { Mail, MailError } from '@app/mail';
import type { Message, Outcome, Target } from './service.js';

/** Returns the email for a message; the message's title becomes the subject. */
export function mailOf({ recipient }: Target, { title, text }: Message): Mail {
  return { to: recipient ?? '', subject: title, text: `${text === '' ? title : text}\n` };
}

/** Returns the outcome for an error of the mail server. A permanent refusal is interpreted as a wrong address. */
export function readMailError({ message, permanent }: MailError): Outcome {
  return { result: permanent ? 'misconfigured' : 'busy', answer: message };
}
