import { Injectable } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import { AppConfig } from '../config/load-config.js';
import { LimitMetrics } from '../metrics/limit-metrics.js';
import { KeyedSemaphore } from '../keyed-semaphore.js';
import type { Party } from '../turn-queue.js';
import { ServiceUnavailableError } from '../service-unavailable-error.js';
import { Semaphore } from '../semaphore.js';
import { hashPassword, verifyPassword } from './password-hash.js';

/** Maximum passwords processed at a time: one of the four threads in Node's pool stays free for file access and DNS. */
const AT_ONCE = Math.min(3, availableParallelism());

/**
 * Hashes and compares passwords, which is slow by design: a few at a time so that the server stays responsive, with a
 * bounded number waiting. Parties take turns, so one with many passwords does not hold up the others. Per account, no
 * more are admitted to the semaphore than run at a time, whatever addresses they come from.
 */
@Injectable()
export class PasswordWork {
  private readonly semaphore: Semaphore;
  private readonly accounts: KeyedSemaphore;

  constructor(config: AppConfig, metrics: LimitMetrics) {
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
   * Hashes a password as `hashPassword` does, once permitted.
   * @param party on whose behalf
   * @param account that the password belongs to, when a client names one
   * @throws ServiceUnavailableError when too many wait
   */
  hash(party: Party, password: string, account?: string): Promise<string> {
    return this.inTurn(party, account, () => hashPassword(password));
  }

  /**
   * Compares a password as `verifyPassword` does, once permitted.
   * @param party on whose behalf
   * @param account that the password belongs to according to the client
   * @param whenTurn called once permitted; may refuse to compare
   * @throws ServiceUnavailableError when too many wait
   */
  verify(
    party: Party,
    password: string,
    hash: string | null,
    account?: string,
    whenTurn: (compare: () => Promise<boolean>) => Promise<boolean> = (compare) => compare(),
  ): Promise<boolean> {
    return this.inTurn(party, account, () => whenTurn(() => verifyPassword(password, hash)));
  }

  private inTurn<T>(party: Party, account: string | undefined, work: () => Promise<T>): Promise<T> {
    const run = () => this.semaphore.run(work, party);
    return account === undefined ? run() : this.accounts.run(account, run, party);
  }
}
