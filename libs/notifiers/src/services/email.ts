import type { Mail, MailError } from '@app/mail';
import type { Message, Outcome, Target } from './service.js';

/** Returns the mail of a message: the title as subject. */
export function mailOf({ recipient }: Target, { title, text }: Message): Mail {
  return { to: recipient ?? '', subject: title, text: `${text === '' ? title : text}\n` };
}

/** A permanent refusal of the mail server is taken to mean a wrong address. */
export function readMailError({ message, permanent }: MailError): Outcome {
  return { result: permanent ? 'misconfigured' : 'busy', answer: message };
}
