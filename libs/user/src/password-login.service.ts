import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type Caller, PasswordGuesses, FailureLimiter } from '@app/auth-signature';
import { RateLimiters } from '@app/cluster';
import { accountOf, findHolder, type LoginResult, LoginService, RefusalError, USER } from '@app/licensing';
import { AppConfig, LimitMetrics } from '@app/platform';

const WRONG_PASSWORDS_MS = 15 * 60_000;

/** Logs users in with their password. */
@Injectable()
export class PasswordLoginService {
  /**
   * Slows down guessing of one user's password from any number of addresses. Only requests with a valid signature are
   * counted, so that nobody without the application's secret can lock a user out.
   */
  private readonly wrongPasswords: FailureLimiter;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly logins: LoginService,
    private readonly passwords: PasswordGuesses,
    { limits }: AppConfig,
    counters: RateLimiters,
    metrics: LimitMetrics,
  ) {
    const limit = { attempts: limits.wrongPasswords, periodMs: WRONG_PASSWORDS_MS };
    this.wrongPasswords = new FailureLimiter('wrong_passwords', counters.create('passwords', limit), metrics);
  }

  /**
   * Logs a user in. The password is checked before anything else, and an unknown user costs the same work as a wrong
   * password, so that a login without the password reveals nothing about a user.
   * @param deviceId 1–128 characters
   * @throws RefusalError 10243 unknown user or wrong password, 10252, 10250, 10217, 10253
   * @throws ClientHttpError 429 after too many wrong passwords for this name, whether or not such a user exists
   */
  async login(caller: Caller, username: string, password: string, deviceId: string): Promise<LoginResult> {
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
    // Checked again under the lock: the password may have been reset meanwhile, or the name may now belong to another
    // user.
    return this.logins.login(USER, caller, username, deviceId, ({ passwordHash }) => {
      if (passwordHash !== user?.passwordHash) throw new RefusalError('USER_PASSWORD_WRONG');
    });
  }
}
