import { Injectable } from '@nestjs/common';
import { partyOf } from '@app/licensing';
import { PasswordWork } from '@app/platform';
import type { Caller } from '../caller.js';
import { AddressLimits } from './address-limits.js';
import type { FailureLimiter } from './failure-limiter.js';

/** A limit on guesses in addition to the limit per address. */
interface GuessLimit {
  readonly limit: FailureLimiter;
  readonly key: string;
}

/**
 * Compares passwords that clients send. Passwords wait in a queue. When its turn comes, a password counts as a guess.
 * If the password is right, the guess is refunded. Concurrent requests can therefore test no more passwords than the
 * limits allow, and waiting passwords do not count.
 */
@Injectable()
export class PasswordGuesses {
  constructor(
    private readonly passwords: PasswordWork,
    private readonly addresses: AddressLimits,
  ) {}

  /**
   * Compares a password.
   * @param hash `null` if there is none; the comparison then takes the same time
   * @param account the account that the client wants to use
   * @throws ClientHttpError 429 after too many wrong passwords
   * @throws ServiceUnavailableError
   */
  verify(
    caller: Caller,
    password: string,
    hash: string | null,
    account: string,
    own?: GuessLimit,
  ): Promise<boolean> {
    return this.passwords.verify(partyOf(caller), password, hash, account, (compare) => {
      // The password holds one of few permits, so it must not wait behind all other guesses of its address.
      const guess = () => this.addresses.guess(caller, compare, true);
      return own ? own.limit.guess(own.key, caller.now, guess) : guess();
    });
  }
}
