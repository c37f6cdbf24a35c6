import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type Caller, FailureLimiter, PasswordGuesses } from '@app/auth-signature';
import { RateLimiters } from '@app/cluster';
import { User } from '@app/database';
import { accountOf, findHolder, partyOf, RefusalError, USER } from '@app/licensing';
import { AppConfig, isLegacyHash, LimitMetrics, PasswordWork } from '@app/platform';

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
    private readonly guesses: PasswordGuesses,
    private readonly passwords: PasswordWork,
    { limits }: AppConfig,
    counters: RateLimiters,
    metrics: LimitMetrics,
  ) {
    const limit = { attempts: limits.wrongPasswords, periodMs: WRONG_PASSWORDS_MS };
    this.wrongPasswords = new FailureLimiter('wrong_passwords', counters.create('passwords', limit), metrics);
  }

  /**
   * Requires that the password of a user is correct. An unknown user takes as much work as a wrong password. The time
   * of a refusal therefore does not reveal whether a user exists. If the hash was imported from another system, it is
   * replaced after the first correct password, even if the request is refused later.
   * @returns a check to call once the user's row is locked, since the password may have changed meanwhile, or the name
   * may now belong to another user
   * @throws RefusalError 10243 unknown user or wrong password, here and from the check
   * @throws ClientHttpError 429 after too many wrong guesses from the address, or too many wrong passwords for this
   * name, even if no such user exists
   */
  async require(
    caller: Caller,
    username: string,
    password: string,
  ): Promise<(user: Pick<User, 'passwordHash'>) => void> {
    const { application, now } = caller;
    const key = `${application.id}:${username}`;
    this.wrongPasswords.requireNotBanned(key, now);
    const { manager } = this.dataSource;
    const user = await findHolder(manager, USER, application.id, username);
    // The comparison is slow by design, so it is made outside the transaction.
    const own = { limit: this.wrongPasswords, key };
    const account = accountOf(USER, caller, username);
    const isRight = await this.guesses.verify(caller, password, user?.passwordHash ?? null, account, own);
    if (!isRight || !user) throw new RefusalError('USER_PASSWORD_WRONG');
    if (isLegacyHash(user.passwordHash)) {
      const passwordHash = await this.passwords.hash(partyOf(caller), password, account);
      const imported = { id: user.id, passwordHash: user.passwordHash };
      await manager.update(User, imported, { passwordHash, updatedAt: now });
      // A concurrent request may have replaced the hash first. Therefore the password is compared again, with the
      // hash that is stored now.
      return this.require(caller, username, password);
    }
    return ({ passwordHash }) => {
      if (passwordHash !== user.passwordHash) throw new RefusalError('USER_PASSWORD_WRONG');
    };
  }
}
