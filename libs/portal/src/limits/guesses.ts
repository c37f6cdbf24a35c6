import { Injectable } from '@nestjs/common';
import { AddressFailureLimiter, FailureLimiter } from '@app/auth-signature';
import { type RateLimiter, RateLimiters } from '@app/cluster';
import { RefusalError, type RefusalName } from '@app/licensing';
import {
  addressKey,
  AppConfig,
  ignoreUnavailable,
  isSharedAddress,
  LimitMetrics,
  MINUTE_MS,
  SITE_ALLOWANCE,
} from '@app/platform';
import type { PortalCall } from '../portal-call.js';
import { PortalError } from '../portal-error.js';
import { PROOF_BITS } from '../rules/proof-of-work.js';
import { Challenges } from './challenges.js';

const PERIOD_MS = 15 * MINUTE_MS;
/** Wrong tries without a proof of work. */
const FREE = { attempts: 3, periodMs: PERIOD_MS };

/** Refusals of a card or password that may have been guessed. */
const WRONG = new Set<RefusalName>(['RECHARGE_CARD_UNKNOWN', 'UNBIND_PASSWORD_WRONG']);

/**
 * Limits guesses on customers' pages. Only addresses are ever refused. For a user name that is being guessed, and for an
 * address after its third wrong try, each further try costs a proof of work, which keeps nobody out.
 */
@Injectable()
export class PortalGuesses {
  private readonly free: RateLimiter;
  private readonly wrong: AddressFailureLimiter;

  constructor(
    { limits }: AppConfig,
    limiters: RateLimiters,
    metrics: LimitMetrics,
    private readonly challenges: Challenges,
  ) {
    this.free = limiters.create('portal-free-guesses', FREE)!;
    const limiter = (suffix: string, attempts: number) =>
      new FailureLimiter(
        'portal_guesses',
        limiters.create(`portal-guesses${suffix}`, { attempts, periodMs: PERIOD_MS }),
        metrics,
      );
    this.wrong = new AddressFailureLimiter(
      limiter('', limits.portalGuesses),
      limiter('-of-sites', limits.portalGuesses * SITE_ALLOWANCE),
    );
  }

  /**
   * Makes a guess, which is counted in advance and refunded if it is right.
   * @param account that is guessed, if the guess names one: its tries from all addresses count towards proof of work
   * @throws PortalError 403 proof_required, with a challenge
   * @throws ClientHttpError 429 after too many wrong guesses of the address
   * @throws ServiceUnavailableError
   */
  async attempt<T>(call: PortalCall, account: string | undefined, work: () => Promise<T>): Promise<T> {
    const { ip, now, proof, request } = call;
    const address = addressKey(ip);
    // Clients behind a proxy that the server does not know share its address: they may have to work, but are not refused.
    const isShared = isSharedAddress(request, ip);
    if (!isShared) this.wrong.requireNotBanned(address, now);
    const keys = [`address ${address}`, ...(account === undefined ? [] : [`account ${account}`])];
    const isProven = proof !== undefined && (await this.challenges.redeem(call, proof));
    if (!isProven) await this.takeFree(call, keys);
    let outcome: Promise<T> | undefined;
    let isWrong = false;
    const isRight = async () => {
      outcome = work();
      isWrong = await outcome.then(() => false, isWrongGuess);
      return !isWrong;
    };
    try {
      if (isShared) await isRight();
      else await this.wrong.guess(address, now, isRight, () => true);
    } finally {
      if (isWrong && isProven)
        for (const key of keys) await this.free.penalize(key, now).catch(ignoreUnavailable);
      if (!isWrong && !isProven) await this.refund(keys, now);
    }
    return outcome!;
  }

  /** Takes a free try of each key, or demands a proof of work. */
  private async takeFree(call: PortalCall, keys: readonly string[]): Promise<void> {
    const taken: string[] = [];
    for (const key of keys) {
      if ((await this.free.consume(key, call.now)) === 0) {
        taken.push(key);
        continue;
      }
      await this.refund(taken, call.now);
      throw new PortalError('proof_required', { challenge: this.challenges.issue(call), bits: PROOF_BITS });
    }
  }

  private async refund(keys: readonly string[], now: number): Promise<void> {
    for (const key of keys) await this.free.refund(key, now).catch(ignoreUnavailable);
  }
}

function isWrongGuess(error: unknown): boolean {
  if (error instanceof PortalError) return error.code === 'sign_in_failed';
  return error instanceof RefusalError && WRONG.has(error.reason);
}
