import { randomBytes } from 'node:crypto';

/** Digits of Crockford's base 32. They sort in the order of their values. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/**
 * Returns a new event id: `evt_`, ten digits for the time and sixteen random digits. Ids of different milliseconds sort
 * by time.
 * @param now epoch milliseconds
 */
export function newEventId(now: number): string {
  let time = '';
  for (let rest = now; time.length < TIME_DIGITS; rest = Math.floor(rest / DIGITS.length))
    time = DIGITS[rest % DIGITS.length] + time;
  const random = Array.from(randomBytes(RANDOM_DIGITS), (byte) => DIGITS[byte % DIGITS.length]);
  return `evt_${time}${random.join('')}`;
}
