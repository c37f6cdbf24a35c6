import { Setting, wholeNumber } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

/**
 * Limits against abuse; 0 turns a limit off. An IPv6 network (/64) counts as one address (`addressKey`); its site (/48)
 * is counted as well, with sixteen times the limit.
 */
export class LimitsConfig {
  /**
   * Requests per address and minute refused before the sender is known, or for an invalid nonce or token, 0–60000.
   * Beyond that, every request of the address gets 429. Each process counts separately.
   */
  @Setting('LIMIT_REFUSED_REQUESTS', wholeNumber)
  @WholeNumber(0, 60_000)
  refusedRequests = 12_000;

  /**
   * Different wrong cards, user names and passwords per address in 15 minutes, 0–60000. Beyond that, the address gets
   * 429 from every endpoint that takes them; heartbeats and logouts continue to work.
   */
  @Setting('LIMIT_WRONG_GUESSES', wholeNumber)
  @WholeNumber(0, 60_000)
  wrongGuesses = 100;

  /** Wrong passwords for one user in 15 minutes from all addresses, 0–60000. Beyond that, the user's logins get 429. */
  @Setting('LIMIT_WRONG_PASSWORDS', wholeNumber)
  @WholeNumber(0, 60_000)
  wrongPasswords = 20;

  /**
   * Registrations with one card for user names already taken, in 15 minutes, 0–60000. Beyond that, registrations
   * with the card get 429.
   */
  @Setting('LIMIT_TAKEN_NAMES', wholeNumber)
  @WholeNumber(0, 60_000)
  takenNames = 20;

  /**
   * Wrong passwords and codes in the panel, per address and per administrator, in 15 minutes, 0–60000. At sign-in the
   * same number of wrong codes after a correct password is allowed per administrator, from any address.
   */
  @Setting('LIMIT_WRONG_SIGN_INS', wholeNumber)
  @WholeNumber(0, 60_000)
  wrongSignIns = 10;

  /**
   * Maximum passwords waiting to be hashed or compared, 0–100000. Beyond that, the party with the most waiting gets 503.
   * Administrators and applications take turns, and so do the addresses of an application. The limit also applies per
   * account.
   */
  @Setting('LIMIT_WAITING_PASSWORDS', wholeNumber)
  @WholeNumber(0, 100_000)
  waitingPasswords = 200;

  /**
   * Maximum nonces that a process holds, in memory or in Redis, 0–100000000; each accepted request adds one for 90
   * to 150 seconds. An application can hold as many as it leaves free; beyond that, its requests get 503.
   */
  @Setting('LIMIT_NONCES', wholeNumber)
  @WholeNumber(0, 100_000_000)
  nonces = 8_000_000;
}
