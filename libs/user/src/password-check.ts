import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type Caller, FailureLimiter, PasswordGuesses } from '@app/auth-signature';
import { RateLimiters } from '@app/cluster';
import type { User } from '@app/database';
import { accountOf, findHolder, RefusalError, USER } from '@app/licensing';
import { AppConfig, LimitMetrics } from '@app/platform';

const WRONG_PASSWORDS_MS = 15 * 60_000;

/** Compares the passwords of users. */
@Injectable()
export class PasswordCheck {
  /**
   * Slows down guessing of one user's password from any number of addresses. Only requests with a valid signature are
   * counted, so that nobody without the application's secret can lock a user out.
   */
  private readonly wrongPasswords: FailureLimiter;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly passwords: PasswordGuesses,
    { limits }: AppConfig,
    counters: RateLimiters,
    metrics: LimitMetrics,
  ) {
    const limit = { attempts: limits.wrongPasswords, periodMs: WRONG_PASSWORDS_MS };
    this.wrongPasswords = new FailureLimiter('wrong_passwords', counters.create('passwords', limit), metrics);
  }

  /**
   * Requires the password of a user. An unknown user costs the same work as a wrong password, so that a request without
   * the password reveals nothing about a user.
   * @returns a check to call when the user is locked: the password may have changed meanwhile, or the name may now
   * belong to another user
   * @throws RefusalError 10243 unknown user or wrong password, here and from the check
   * @throws ClientHttpError 429 after too many wrong passwords for this name, whether or not such a user exists
   */
  async require(
    caller: Caller,
    username: string,
    password: string,
  ): Promise<(user: Pick<User, 'passwordHash'>) => void> {
    const { application, now } = caller;
    const key = `${application.id}:${username}`;
    this.wrongPasswords.requireNotBanned(key, now);
    const user = await findHolder(this.dataSource.manager, USER, application.id, username);
    // Slow by design, so outside the transaction.
    const own = { limit: this.wrongPasswords, key };
    const isRight = await this.passwords.verify(
      caller,
      password,
      user?.passwordHash ?? null,
      accountOf(USER, caller, username),
      own,
    );
    if (!isRight) throw new RefusalError('USER_PASSWORD_WRONG');
    return ({ passwordHash }) => {
      if (passwordHash !== user?.passwordHash) throw new RefusalError('USER_PASSWORD_WRONG');
    };
  }
}
