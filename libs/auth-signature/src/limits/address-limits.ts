import { Injectable } from '@nestjs/common';
import { MemoryTryCounter, TryCounters } from '@app/cluster';
import { addressKey, AppConfig, LimitFigures, OnceAPeriod } from '@app/platform';
import type { Caller } from '../caller.js';
import { CLIENT_ERRORS } from '../errors/error-catalogue.js';
import { fingerprintOf, isWrongGuess, tellsGuesses } from './guesses.js';
import { RefusalLimit } from './refusal-limit.js';

const MINUTE_MS = 60_000;
const GUESSES_MS = 15 * MINUTE_MS;
const MAX_FINGERPRINTS = 50_000;

/** What is no good although the signature was right. */
const UNPROVEN = new Set<number>([CLIENT_ERRORS.NONCE_REPEATED.code, CLIENT_ERRORS.SESSION_INVALID.code]);

/**
 * Closes an address that was refused too often. Nothing else is counted, so that an address from which thousands of
 * customers come stays open however much they do.
 */
@Injectable()
export class AddressLimits {
  private readonly refused: RefusalLimit;
  private readonly guesses: RefusalLimit;
  private readonly lately = new OnceAPeriod(GUESSES_MS, MAX_FINGERPRINTS);

  constructor({ limits }: AppConfig, counters: TryCounters, figures: LimitFigures) {
    const refused = { tries: limits.refusedRequests, periodMs: MINUTE_MS };
    // By each process alone: whoever floods it must not have it ask Redis as often.
    const own = refused.tries > 0 ? new MemoryTryCounter(refused) : undefined;
    this.refused = new RefusalLimit('refused_requests', own, figures);
    const guesses = { tries: limits.wrongGuesses, periodMs: GUESSES_MS };
    this.guesses = new RefusalLimit('wrong_guesses', counters.create('guesses', guesses), figures);
  }

  /**
   * @param handler what the request is for
   * @param now epoch milliseconds
   * @throws ClientHttpError 429
   */
  requireOpen(address: string, handler: object, now: number): void {
    const { refused, guesses } = this;
    if (refused.isAnyClosed(now)) refused.requireOpen(addressKey(address), now);
    if (guesses.isAnyClosed(now) && tellsGuesses(handler)) guesses.requireOpen(addressKey(address), now);
  }

  /**
   * Counts a refusal by its code.
   * @param endpoint path of what was asked for
   * @param caller undefined before it was known who asks
   * @param now epoch milliseconds
   */
  note(address: string, endpoint: string, caller: Caller | undefined, code: number, now: number): void {
    if (!caller || UNPROVEN.has(code)) this.refused.count(addressKey(address), now);
    else if (isWrongGuess(code) && this.lately.pass(fingerprintOf(caller, endpoint), now)) {
      this.guesses.count(addressKey(address), now);
    }
  }
}
