import { Injectable, Logger } from '@nestjs/common';
import { MemoryRateLimiter, type RateLimiter, RateLimiters, type RateLimit } from '@app/cluster';
import { RefusalError } from '@app/licensing';
import {
  addressKey,
  AppConfig,
  clientAddress,
  LimitMetrics,
  type LimitName,
  isSharedAddress,
  KeyThrottle,
  SITE_ALLOWANCE,
  UNKNOWN_ADDRESS,
  MINUTE_MS,
} from '@app/platform';
import type { Caller, ClientHttpRequest } from '../caller.js';
import type { ClientErrorName } from '../errors/error-catalogue.js';
import { fingerprintOf, isWrongGuess, revealsGuesses } from './wrong-guesses.js';
import { AddressFailureLimiter } from './address-failure-limiter.js';
import { FailureLimiter } from './failure-limiter.js';

const GUESSES_MS = 15 * MINUTE_MS;
const MAX_FINGERPRINTS = 50_000;

const UNNAMED_PROXY =
  'Requests come through a proxy at … that TRUST_PROXY does not name: limits per address cannot tell its clients apart';
const NO_ADDRESS =
  'A proxy of TRUST_PROXY sends an X-Forwarded-For without an address: limits count such clients as one, 0.0.0.0';

type CreateCounter = (suffix: string, limit: RateLimit) => RateLimiter | undefined;

/** Failures that count as unauthenticated even if the request's signature is valid. */
const UNPROVEN = new Set<ClientErrorName>(['NONCE_REPEATED', 'SESSION_INVALID', 'TRIAL_SESSION_INVALID']);

/**
 * Bans an address temporarily after too many refusals. Only refusals count, so that thousands of customers can share an
 * address.
 */
@Injectable()
export class AddressLimits {
  private readonly logger = new Logger('Limits');
  private readonly warned = new Set<string>();
  private readonly refused: AddressFailureLimiter;
  private readonly guesses: AddressFailureLimiter;
  private readonly recentGuesses = new KeyThrottle(GUESSES_MS, MAX_FINGERPRINTS);
  /** Callers whose wrong guesses were already counted. */
  private readonly guessed = new WeakSet<Caller>();

  constructor({ limits }: AppConfig, counters: RateLimiters, metrics: LimitMetrics) {
    const create = (name: LimitName, attempts: number, periodMs: number, counter: CreateCounter) =>
      new AddressFailureLimiter(
        new FailureLimiter(name, counter('', { attempts, periodMs }), metrics),
        new FailureLimiter(
          name,
          counter('-of-sites', { attempts: attempts * SITE_ALLOWANCE, periodMs }),
          metrics,
        ),
      );
    // Counted per process, so that a flood does not cause requests to Redis.
    this.refused = create('refused_requests', limits.refusedRequests, MINUTE_MS, (_, limit) =>
      limit.attempts > 0 ? new MemoryRateLimiter(limit) : undefined,
    );
    this.guesses = create('wrong_guesses', limits.wrongGuesses, GUESSES_MS, (suffix, limit) =>
      counters.create(`guesses${suffix}`, limit),
    );
  }

  /**
   * Refuses a banned address.
   * @param handler the handler that will answer the request
   * @param now epoch milliseconds
   * @throws ClientHttpError 429
   */
  requireNotBanned(address: string, handler: object, now: number): void {
    const { refused, guesses } = this;
    if (refused.isAnyBanned(now)) refused.requireNotBanned(addressKey(address), now);
    if (guesses.isAnyBanned(now) && revealsGuesses(handler))
      guesses.requireNotBanned(addressKey(address), now);
  }

  /**
   * Counts a refusal.
   * @param failure `undefined` if the failure has no code of the contract
   * @param now epoch milliseconds
   */
  async countFailure(
    request: ClientHttpRequest,
    failure: ClientErrorName | undefined,
    now: number,
  ): Promise<void> {
    const { caller } = request;
    const address = clientAddress(request);
    if (isSharedAddress(request, address)) return this.warnOfProxy(request, address);
    if (address === UNKNOWN_ADDRESS) this.warnOnce(NO_ADDRESS);
    const key = addressKey(address);
    if (!caller || (failure && UNPROVEN.has(failure))) return this.refused.count(key, now);
    if (!failure || !isWrongGuess(failure) || this.guessed.has(caller)) return;
    if (this.recentGuesses.pass(guessOf(caller), now)) return this.guesses.count(key, now);
  }

  /**
   * Makes a guess that takes some time. The guess is counted for the client's address in advance, and refunded if it is
   * right.
   * @param isFirst see `GuessOptions`
   * @returns true if the guess is right
   * @throws ClientHttpError 429 if the address may make no guess
   * @throws ServiceUnavailableError
   */
  async guess(caller: Caller, isRight: () => Promise<boolean>, isFirst = false): Promise<boolean> {
    const { request, ip, now } = caller;
    if (isSharedAddress(request, ip)) return isRight();
    const guess = guessOf(caller);
    if (this.recentGuesses.hasPassed(guess, now)) return isRight();
    this.guessed.add(caller);
    const counts = () => this.recentGuesses.pass(guess, now);
    return this.guesses.guess(addressKey(ip), now, isRight, { counts, isFirst });
  }

  /**
   * Like `guess`, but `work` reports a wrong guess by throwing a refusal of the contract.
   * @throws ClientHttpError 429 if the address may make no guess
   * @throws ServiceUnavailableError
   */
  async whileGuessing<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    let outcome: Promise<T> | undefined;
    await this.guess(caller, () => {
      outcome = work();
      return outcome.then(
        () => true,
        (error: unknown) => !(error instanceof RefusalError && isWrongGuess(error.reason)),
      );
    });
    return outcome!;
  }

  private warnOfProxy({ headers }: ClientHttpRequest, address: string): void {
    if (headers['x-forwarded-for'] === undefined) return;
    this.warnOnce(UNNAMED_PROXY, address);
  }

  private warnOnce(text: string, where = ''): void {
    if (this.warned.has(text)) return;
    this.warned.add(text);
    this.logger.warn(text.replace('…', where));
  }
}

function guessOf(caller: Caller): string {
  return fingerprintOf(caller, String(caller.request.route?.path));
}
