import { isEmail } from 'class-validator';

/** Length of the column. */
const MAX_LENGTH = 200;

/** True if a text is the mail address of one person and nothing else. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && text.isWellFormed() && isEmail(text);
}
