import { Injectable } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import { AppConfig } from '../config/load-config.js';
import { LimitMetrics } from '../metrics/limit-metrics.js';
import { KeyedSemaphore } from '../keyed-semaphore.js';
import type { Party } from '../turn-queue.js';
import { ServiceUnavailableError } from '../service-unavailable-error.js';
import { Semaphore } from '../semaphore.js';
import { hashPassword, verifyPassword } from './password-hash.js';

/** Of Node's four threads for such work, one stays free for files and names. */
const AT_ONCE = Math.min(3, availableParallelism());

/**
 * Hashes and compares passwords, which is slow by design: a few at a time, so that all else goes on, and a bounded number
 * of them waits. Parties take turns: one that has many passwords checked does not keep the others waiting. Of one account,
 * from however many addresses, no more come to the turns than are worked on at a time.
 */
@Injectable()
export class PasswordWork {
  private readonly line: Semaphore;
  private readonly accounts: KeyedSemaphore;

  constructor(config: AppConfig, metrics: LimitMetrics) {
    const limits = {
      most: config.limits.waitingPasswords || Infinity,
      refusal: () => {
        metrics.count('waiting_passwords');
        return new ServiceUnavailableError('Too many passwords wait to be checked');
      },
    };
    this.line = new Semaphore(AT_ONCE, limits);
    this.accounts = new KeyedSemaphore(AT_ONCE, limits);
  }

  /** How many wait at the moment. */
  get waiting(): number {
    return this.line.waiting + this.accounts.waiting;
  }

  /**
   * As `hashPassword`.
   * @param party for whom
   * @param account whose password it is, when a client says so
   * @throws ServiceUnavailableError when too many wait
   */
  hash(party: Party, password: string, account?: string): Promise<string> {
    return this.inTurn(party, account, () => hashPassword(password));
  }

  /**
   * As `verifyPassword`.
   * @param party for whom
   * @param account whose password it is said to be, by a client
   * @param whenTurn is called when the turn has come, and may refuse to compare
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
    const run = () => this.line.run(work, party);
    return account === undefined ? run() : this.accounts.run(account, run, party);
  }
}
