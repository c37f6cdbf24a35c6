import { Injectable } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import { AppConfig } from '../config/load-config.js';
import { LimitFigures } from '../limit-figures.js';
import { Unavailable } from '../unavailable.js';
import { hashPassword, verifyPassword } from './password-hash.js';

/** Of Node's four threads for such work, one stays free for files and names. */
const AT_ONCE = Math.min(3, availableParallelism());

/**
 * Hashes and compares passwords, which is slow by design: a few at a time, so that all else goes on, and a bounded number
 * of them waits.
 */
@Injectable()
export class PasswordWork {
  private running = 0;
  private readonly waitingForTurn: (() => void)[] = [];
  private readonly maxWaiting: number;

  constructor(
    config: AppConfig,
    private readonly figures: LimitFigures,
  ) {
    this.maxWaiting = config.limits.waitingPasswords || Infinity;
  }

  /** How many wait at the moment. */
  get waiting(): number {
    return this.waitingForTurn.length;
  }

  /**
   * As `hashPassword`.
   * @throws Unavailable when too many wait
   */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hashPassword(password));
  }

  /**
   * As `verifyPassword`.
   * @throws Unavailable when too many wait
   */
  verify(password: string, hash: string | null): Promise<boolean> {
    return this.inTurn(() => verifyPassword(password, hash));
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    await this.takeTurn();
    try {
      return await work();
    } finally {
      const next = this.waitingForTurn.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  /** A turn is handed on by the one that ends, so that nobody comes in between. */
  private async takeTurn(): Promise<void> {
    if (this.running < AT_ONCE) {
      this.running += 1;
      return;
    }
    if (this.waiting >= this.maxWaiting) {
      this.figures.count('waiting_passwords');
      throw new Unavailable('Too many passwords wait to be checked');
    }
    await new Promise<void>((resolve) => this.waitingForTurn.push(resolve));
  }
}
