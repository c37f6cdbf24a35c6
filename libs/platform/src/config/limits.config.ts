import { Setting, wholeNumber } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

/**
 * Limits against abuse, each 0 to turn it off. Addresses are counted as `addressKey` says: an IPv6 network (/64) is one. Its
 * site (/48) is counted as well, with sixteen times as many.
 */
export class LimitsConfig {
  /**
   * Requests of one address in a minute that are refused before it is known who sends them, or for a nonce or a token
   * that is no good, 0–60000. Beyond it the address is answered 429, whatever it asks. Each process counts by itself.
   */
  @Setting('LIMIT_REFUSED_REQUESTS', wholeNumber)
  @WholeNumber(0, 60_000)
  refusedRequests = 12_000;

  /**
   * Different wrong cards, user names and passwords of one address in 15 minutes, 0–60000. Beyond it the address is
   * answered 429 wherever these are asked for; heartbeats and logouts go on.
   */
  @Setting('LIMIT_WRONG_GUESSES', wholeNumber)
  @WholeNumber(0, 60_000)
  wrongGuesses = 100;

  /** Wrong passwords for one user in 15 minutes, from wherever, 0–60000. Beyond it the user's logins are answered 429. */
  @Setting('LIMIT_WRONG_PASSWORDS', wholeNumber)
  @WholeNumber(0, 60_000)
  wrongPasswords = 20;

  /**
   * User names that were taken, asked for with one card in 15 minutes, 0–60000. Beyond it registrations with the card are
   * answered 429.
   */
  @Setting('LIMIT_TAKEN_NAMES', wholeNumber)
  @WholeNumber(0, 60_000)
  takenNames = 20;

  /**
   * Wrong passwords and codes in the panel from one address, or by one administrator, in 15 minutes, 0–60000. At sign-in
   * as many wrong codes count for an administrator from wherever, after the right password.
   */
  @Setting('LIMIT_WRONG_SIGN_INS', wholeNumber)
  @WholeNumber(0, 60_000)
  wrongSignIns = 10;

  /**
   * Passwords that may wait to be hashed or compared, 0–100000. Beyond it who has most of them waiting is answered 503:
   * administrators and applications take turns, and so do the addresses of an application. As many may wait of one account.
   */
  @Setting('LIMIT_WAITING_PASSWORDS', wholeNumber)
  @WholeNumber(0, 100_000)
  waitingPasswords = 200;

  /**
   * Nonces that a process holds at a time, in its memory or in Redis, 0–100000000: each accepted request leaves one for 90
   * to 150 seconds. An application may hold as many as it leaves free; beyond it its requests are answered 503.
   */
  @Setting('LIMIT_NONCES', wholeNumber)
  @WholeNumber(0, 100_000_000)
  nonces = 8_000_000;
}
