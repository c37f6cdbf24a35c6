import { isEmail } from 'class-validator';

/** Length of the database column. */
const MAX_LENGTH = 200;

/** True if a text is exactly one email address. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && text.isWellFormed() && isEmail(text);
}
