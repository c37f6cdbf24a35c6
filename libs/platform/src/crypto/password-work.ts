import { Injectable } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import { AppConfig } from '../config/load-config.js';
import { LimitFigures } from '../limit-figures.js';
import { Unavailable } from '../unavailable.js';
import type { Party } from '../turn-queue.js';
import { WaitingLine } from '../waiting-line.js';
import { hashPassword, verifyPassword } from './password-hash.js';

/** Of Node's four threads for such work, one stays free for files and names. */
const AT_ONCE = Math.min(3, availableParallelism());

/**
 * Hashes and compares passwords, which is slow by design: a few at a time, so that all else goes on, and a bounded number
 * of them waits. Parties take turns: one that has many passwords checked does not keep the others waiting.
 */
@Injectable()
export class PasswordWork {
  private readonly line: WaitingLine;

  constructor(config: AppConfig, figures: LimitFigures) {
    this.line = new WaitingLine(AT_ONCE, {
      most: config.limits.waitingPasswords || Infinity,
      refusal: () => {
        figures.count('waiting_passwords');
        return new Unavailable('Too many passwords wait to be checked');
      },
    });
  }

  /** How many wait at the moment. */
  get waiting(): number {
    return this.line.waiting;
  }

  /**
   * As `hashPassword`.
   * @param party for whom
   * @throws Unavailable when too many wait
   */
  hash(party: Party, password: string): Promise<string> {
    return this.line.run(() => hashPassword(password), party);
  }

  /**
   * As `verifyPassword`.
   * @param party for whom
   * @param inTurn is called when the turn has come, and may refuse to compare
   * @throws Unavailable when too many wait
   */
  verify(
    party: Party,
    password: string,
    hash: string | null,
    inTurn: (compare: () => Promise<boolean>) => Promise<boolean> = (compare) => compare(),
  ): Promise<boolean> {
    return this.line.run(() => inTurn(() => verifyPassword(password, hash)), party);
  }
}
