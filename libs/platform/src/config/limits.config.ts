import { Setting, wholeNumber } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

/**
 * Limits against abuse; 0 turns a limit off. An IPv6 /64 network counts as one address. IPv6 /48 networks are also
 * counted, with sixteen times the limit.
 */
export class LimitsConfig {
  /**
   * Maximum refused requests per address and minute, 0–60000. A request counts only if its signature, nonce or token is
   * missing or invalid. Beyond the limit, every request from the address gets 429. Each process counts separately.
   */
  @Setting('LIMIT_REFUSED_REQUESTS', wholeNumber)
  @WholeNumber(0, 60_000)
  refusedRequests = 12_000;

  /**
   * Different wrong cards, user names and passwords per address in 15 minutes, 0–60000. Beyond the limit, the address
   * gets 429 from every endpoint that takes cards, names or passwords. Heartbeats and logouts are still served.
   */
  @Setting('LIMIT_WRONG_GUESSES', wholeNumber)
  @WholeNumber(0, 60_000)
  wrongGuesses = 100;

  /**
   * Wrong passwords for one user in 15 minutes from all addresses, 0–60000. Beyond the limit, the user's logins and
   * password changes get 429. Logins on a bound device, and password changes from an address from which the user has an
   * open session, then have the same number of attempts of their own.
   */
  @Setting('LIMIT_WRONG_PASSWORDS', wholeNumber)
  @WholeNumber(0, 60_000)
  wrongPasswords = 20;

  /**
   * Registrations with one card for user names that are already taken, in 15 minutes, 0–60000. Beyond the limit,
   * registrations with the card get 429.
   */
  @Setting('LIMIT_TAKEN_NAMES', wholeNumber)
  @WholeNumber(0, 60_000)
  takenNames = 20;

  /**
   * Wrong passwords and one-time codes in the panel per address in 15 minutes, 0–60000. The same limit also applies per
   * administrator: to wrong one-time codes that were entered after a correct password, from all addresses together.
   */
  @Setting('LIMIT_WRONG_SIGN_INS', wholeNumber)
  @WholeNumber(0, 60_000)
  wrongSignIns = 10;

  /**
   * Requests with an unknown channel key or id, per address in 15 minutes, 0–60000. For acg-faka and dujiao-next, wrong
   * signatures count too; for payment services, wrong signatures do not count. Beyond the limit, channels refuse every
   * request from the address. Only channels of payment services still accept requests with known keys, because a
   * payment service sends the requests of many sellers from the same addresses.
   */
  @Setting('LIMIT_WRONG_KEYS', wholeNumber)
  @WholeNumber(0, 60_000)
  wrongKeys = 20;

  /**
   * Wrong cards, user names and passwords on customers' pages per address in 15 minutes, 0–60000. Beyond the limit, the
   * address gets 429 from these pages, but the client API still serves the address. Regardless of the limit, each guess
   * after the third wrong one requires a proof of work.
   */
  @Setting('LIMIT_PORTAL_GUESSES', wholeNumber)
  @WholeNumber(0, 60_000)
  portalGuesses = 30;

  /**
   * Maximum passwords waiting to be hashed or compared, 0–100000. Beyond the limit, the application or address with the
   * most waiting passwords gets 503. A separate limit of the same size applies to the passwords that wait for each
   * account.
   */
  @Setting('LIMIT_WAITING_PASSWORDS', wholeNumber)
  @WholeNumber(0, 100_000)
  waitingPasswords = 200;

  /**
   * Maximum nonces per process, in memory or in Redis, 0–100000000. The nonce of each accepted request is kept for 90
   * to 150 seconds (longer with a clock leeway of more than 28 seconds). The nonces of an application can take at most
   * half of the space that the nonces of other applications leave free. Beyond this share, the application's requests
   * get 503.
   */
  @Setting('LIMIT_NONCES', wholeNumber)
  @WholeNumber(0, 100_000_000)
  nonces = 8_000_000;
}
