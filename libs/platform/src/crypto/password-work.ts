import { Injectable } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import { AppConfig } from '../config/load-config.js';
import { LimitMetrics } from '../metrics/limit-metrics.js';
import { KeyedSemaphore } from '../keyed-semaphore.js';
import type { Party } from '../turn-queue.js';
import { ServiceUnavailableError } from '../service-unavailable-error.js';
import { Semaphore } from '../semaphore.js';
import { HashCost, hashPassword, verifyPassword } from './password-hash.js';

/**
 * Maximum number of passwords hashed concurrently. One of the four threads in Node's pool stays free for files and DNS.
 */
const AT_ONCE = Math.min(3, availableParallelism());

/**
 * Hashes and compares passwords. Both operations are slow by design, so only a few run concurrently, and the number of
 * waiting passwords is limited. Parties take turns, so a party with many passwords does not delay the others. Only a
 * few passwords for the same account are in the common queue, even if many addresses send them; the others wait in a
 * queue of the account.
 */
@Injectable()
export class PasswordWork {
  private readonly semaphore: Semaphore;
  private readonly accounts: KeyedSemaphore;

  constructor(
    config: AppConfig,
    metrics: LimitMetrics,
    private readonly cost: HashCost,
  ) {
    const limits = {
      maxWaiting: config.limits.waitingPasswords || Infinity,
      refusal: () => {
        metrics.count('waiting_passwords');
        return new ServiceUnavailableError('Too many passwords wait to be checked');
      },
    };
    this.semaphore = new Semaphore(AT_ONCE, limits);
    this.accounts = new KeyedSemaphore(AT_ONCE, limits);
  }

  /** Number of passwords waiting. */
  get waiting(): number {
    return this.semaphore.waiting + this.accounts.waiting;
  }

  /**
   * Waits for a permit, then calls `hashPassword`.
   * @param party the party that waits
   * @param account the account of the password, if the client sent one
   * @throws ServiceUnavailableError if too many passwords wait
   */
  hash(party: Party, password: string, account?: string): Promise<string> {
    return this.inTurn(party, account, () => hashPassword(password, this.cost));
  }

  /**
   * Waits for a permit, then calls `verifyPassword`.
   * @param party the party that waits
   * @param account the account of the password, as sent by the client
   * @param whenTurn called when the permit is granted; may throw to refuse the comparison
   * @throws ServiceUnavailableError if too many passwords wait
   */
  verify(
    party: Party,
    password: string,
    hash: string | null,
    account?: string,
    whenTurn: (compare: () => Promise<boolean>) => Promise<boolean> = (compare) => compare(),
  ): Promise<boolean> {
    return this.inTurn(party, account, () => whenTurn(() => verifyPassword(password, hash, this.cost)));
  }

  private inTurn<T>(party: Party, account: string | undefined, work: () => Promise<T>): Promise<T> {
    const run = () => this.semaphore.run(work, party);
    return account === undefined ? run() : this.accounts.run(account, run, party);
  }
}
