import { randomBytes } from 'node:crypto';

/** Crockford's base 32, whose digits sort like the numbers that they stand for. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/**
 * Returns a new event id: `evt_`, ten digits of time and sixteen random ones. Ids of different milliseconds sort by
 * time.
 * @param now epoch milliseconds
 */
export function newEventId(now: number): string {
  let time = '';
  for (let rest = now; time.length < TIME_DIGITS; rest = Math.floor(rest / DIGITS.length))
    time = DIGITS[rest % DIGITS.length] + time;
  const random = Array.from(randomBytes(RANDOM_DIGITS), (byte) => DIGITS[byte % DIGITS.length]);
  return `evt_${time}${random.join('')}`;
}
