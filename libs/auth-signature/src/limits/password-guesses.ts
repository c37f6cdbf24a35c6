import { Injectable } from '@nestjs/common';
import { partyOf } from '@app/licensing';
import { PasswordWork } from '@app/platform';
import type { Caller } from '../caller.js';
import { AddressLimits } from './address-limits.js';
import type { FailureLimiter } from './failure-limiter.js';

/** A limit of guesses besides that of addresses. */
interface GuessLimit {
  readonly limit: FailureLimiter;
  readonly key: string;
}

/**
 * Compares passwords that clients send. A password is counted as a wrong guess when its turn comes, and no longer if it is
 * right: of many at once no more are compared than the limits say, and those that wait for their turn count for nothing.
 */
@Injectable()
export class PasswordGuesses {
  constructor(
    private readonly passwords: PasswordWork,
    private readonly addresses: AddressLimits,
  ) {}

  /**
   * @param hash null: there is none, which takes as long
   * @param account whose password it is said to be
   * @throws ClientHttpError 429 after too many wrong ones
   * @throws Unavailable
   */
  verify(
    caller: Caller,
    password: string,
    hash: string | null,
    account: string,
    own?: GuessLimit,
  ): Promise<boolean> {
    return this.passwords.verify(partyOf(caller), password, hash, account, (compare) => {
      const guess = () => this.addresses.guess(caller, compare);
      return own ? own.limit.guess(own.key, caller.now, guess) : guess();
    });
  }
}
