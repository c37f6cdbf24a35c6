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
  PasswordWork,
  SITE_ALLOWANCE,
  siteOf,
} from '@app/platform';
import type { PortalCall } from '../portal-call.js';
import { PortalError } from '../portal-error.js';
import { PROOF_BITS } from '../rules/proof-of-work.js';
import { Challenges } from './challenges.js';

const PERIOD_MS = 15 * MINUTE_MS;
/** Wrong attempts that are allowed without a proof of work. */
const FREE = { attempts: 3, periodMs: PERIOD_MS };
/**
 * While this number of passwords wait in a process, or are compared there without a proof of work, each further
 * password requires a proof.
 */
const MAX_WAITING_PASSWORDS = 8;

/** Refusals that mean that a guessed card or password was wrong. */
const WRONG = new Set<RefusalName>(['RECHARGE_CARD_UNKNOWN', 'UNBIND_PASSWORD_WRONG']);

/** A guess of a card or password. */
export interface Guess {
  /**
   * Account to which the guess refers, if any. Wrong attempts for the account are counted together, whatever their
   * address; after too many, a further attempt requires a proof of work.
   */
  readonly account?: string;
  /** True if a password is compared, which is slow by design. */
  readonly isPassword?: boolean;
}

/**
 * A rate limiter for wrong attempts without a proof of work, with its key: an address, an IPv6 /48 network or an
 * account.
 */
interface FreeTries {
  readonly limiter: RateLimiter;
  readonly key: string;
}

/**
 * Limits guesses on customers' pages. After too many wrong attempts from an address, it refuses the address; it never
 * refuses an account. An attempt requires a proof of work after three wrong attempts for the same account or from the
 * same address. While many passwords are waiting, every further password requires a proof of work, too. Requiring a
 * proof of work locks nobody out.
 */
@Injectable()
export class PortalGuesses {
  private readonly free: RateLimiter;
  private readonly freeOfSites: RateLimiter;
  /** Passwords that this process compares, or is about to compare, without a proof. */
  private unprovenPasswords = 0;
  private readonly wrong: AddressFailureLimiter;

  constructor(
    { limits }: AppConfig,
    limiters: RateLimiters,
    metrics: LimitMetrics,
    private readonly challenges: Challenges,
    private readonly passwords: PasswordWork,
  ) {
    this.free = limiters.create('portal-free-guesses', FREE)!;
    const ofSites = { ...FREE, attempts: FREE.attempts * SITE_ALLOWANCE };
    this.freeOfSites = limiters.create('portal-free-guesses-of-sites', ofSites)!;
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
   * Makes a guess. It counts as wrong until `work` has shown that it is right.
   * @throws PortalError 403 proof_required, with a challenge
   * @throws ClientHttpError 429 after too many wrong guesses from the address
   * @throws ServiceUnavailableError
   */
  async attempt<T>(call: PortalCall, guess: Guess, work: () => Promise<T>): Promise<T> {
    const { ip, now, proof } = call;
    const address = addressKey(ip);
    if (!isShared(call)) this.wrong.requireNotBanned(address, now);
    const tries = this.freeTriesOf(address, guess.account);
    if (proof !== undefined && (await this.challenges.redeem(call, proof)))
      return this.make(call, work, async (isWrong) => {
        if (isWrong) await penalize(tries, now);
      });
    if (guess.isPassword && this.isQueueLong) throw this.proofRequired(call);
    // No `await` may stand between the check above and the increment below. Otherwise concurrent requests would all
    // see a short queue.
    if (guess.isPassword) this.unprovenPasswords++;
    try {
      await this.takeFree(call, tries);
      return await this.make(call, work, async (isWrong) => {
        if (!isWrong) await refund(tries, now);
      });
    } finally {
      if (guess.isPassword) this.unprovenPasswords--;
    }
  }

  private get isQueueLong(): boolean {
    return Math.max(this.unprovenPasswords, this.passwords.waiting) >= MAX_WAITING_PASSWORDS;
  }

  private freeTriesOf(address: string, account: string | undefined): FreeTries[] {
    const site = siteOf(address);
    return [
      { limiter: this.free, key: `address ${address}` },
      ...(site === undefined ? [] : [{ limiter: this.freeOfSites, key: site }]),
      ...(account === undefined ? [] : [{ limiter: this.free, key: `account ${account}` }]),
    ];
  }

  private async make<T>(
    call: PortalCall,
    work: () => Promise<T>,
    afterwards: (isWrong: boolean) => Promise<void>,
  ): Promise<T> {
    let outcome: Promise<T> | undefined;
    let isWrong = false;
    const isRight = async () => {
      outcome = work();
      isWrong = await outcome.then(() => false, isWrongGuess);
      return !isWrong;
    };
    try {
      if (isShared(call)) await isRight();
      else await this.wrong.guess(addressKey(call.ip), call.now, isRight, { counts: () => true });
    } finally {
      await afterwards(isWrong);
    }
    return outcome!;
  }

  /** Consumes one free attempt of each counter, or demands a proof of work. */
  private async takeFree(call: PortalCall, tries: readonly FreeTries[]): Promise<void> {
    const taken: FreeTries[] = [];
    for (const each of tries) {
      if ((await each.limiter.consume(each.key, call.now)) === 0) {
        taken.push(each);
        continue;
      }
      await refund(taken, call.now);
      throw this.proofRequired(call);
    }
  }

  private proofRequired(call: PortalCall): PortalError {
    return new PortalError('proof_required', { challenge: this.challenges.issue(call), bits: PROOF_BITS });
  }
}

async function penalize(tries: readonly FreeTries[], now: number): Promise<void> {
  for (const { limiter, key } of tries) await limiter.penalize(key, now).catch(ignoreUnavailable);
}

async function refund(tries: readonly FreeTries[], now: number): Promise<void> {
  for (const { limiter, key } of tries) await limiter.refund(key, now).catch(ignoreUnavailable);
}

/**
 * True for clients behind a proxy that is missing from `TRUST_PROXY`. They share the proxy's address, so they may need
 * a proof of work but are never refused.
 */
function isShared({ request, ip }: PortalCall): boolean {
  return isSharedAddress(request, ip);
}

function isWrongGuess(error: unknown): boolean {
  if (error instanceof PortalError) return error.code === 'sign_in_failed';
  return error instanceof RefusalError && WRONG.has(error.reason);
}
