import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import {
  AddressLimits,
  type Caller,
  ClientHttpError,
  FailureLimiter,
  PasswordGuesses,
} from '@app/auth-signature';
import { RateLimiters } from '@app/cluster';
import { Device, Session, User } from '@app/database';
import { accountOf, findHolder, partyOf, RefusalError, USER } from '@app/licensing';
import { AppConfig, isLegacyHash, LimitMetrics, PasswordWork } from '@app/platform';

const WRONG_PASSWORDS_MS = 15 * 60_000;

/** Compares the passwords of users. */
@Injectable()
export class PasswordCheck {
  /**
   * Slows down guessing of one user's password from any number of addresses. Only requests with a valid signature are
   * counted. Anyone who has extracted the application's secret from a client can use up the attempts of a name. Requests
   * that a stranger cannot send therefore have attempts of their own (`ownKey`).
   */
  private readonly wrongPasswords: FailureLimiter;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly guesses: PasswordGuesses,
    private readonly addresses: AddressLimits,
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
   * @param deviceId the device on which the user logs in; `undefined` for other requests
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
    deviceId?: string,
  ): Promise<(user: Pick<User, 'passwordHash'>) => void> {
    const { user, isRight } = await this.compare(caller, username, password, deviceId);
    if (!isRight || !user) throw new RefusalError('USER_PASSWORD_WRONG');
    if (isLegacyHash(user.passwordHash)) {
      const passwordHash = await this.passwords.hash(
        partyOf(caller),
        password,
        accountOf(USER, caller, username),
      );
      const imported = { id: user.id, passwordHash: user.passwordHash };
      await this.dataSource.manager.update(User, imported, { passwordHash, updatedAt: caller.now });
      // A concurrent request may have replaced the hash first. Therefore the password is compared again, with the
      // hash that is stored now.
      return this.require(caller, username, password, deviceId);
    }
    return ({ passwordHash }) => {
      if (passwordHash !== user.passwordHash) throw new RefusalError('USER_PASSWORD_WRONG');
    };
  }

  private async compare(
    caller: Caller,
    username: string,
    password: string,
    deviceId: string | undefined,
  ): Promise<Compared> {
    try {
      return await this.guess(caller, username, password, `${caller.application.id}:${username}`);
    } catch (error) {
      if (!(error instanceof ClientHttpError && error.status === 429)) throw error;
      const own = await this.ownKey(caller, username, deviceId);
      if (own === undefined) throw error;
      return this.guess(caller, username, password, own);
    }
  }

  /** @param key key of the limit on wrong passwords */
  private async guess(caller: Caller, username: string, password: string, key: string): Promise<Compared> {
    const { application, now } = caller;
    this.wrongPasswords.requireNotBanned(key, now);
    const user = await findHolder(this.dataSource.manager, USER, application.id, username);
    // The comparison is slow by design, so it is made outside the transaction.
    const own = { limit: this.wrongPasswords, key };
    const account = accountOf(USER, caller, username);
    const isRight = await this.guesses.verify(caller, password, user?.passwordHash ?? null, account, own);
    return { user, isRight };
  }

  /**
   * Returns the key under which wrong passwords are counted if the attempts of the name are used up: that of the device
   * if it is bound to the user, and for requests without a device that of the address if the user has an open session
   * from it. Strangers, who do not know the password, have neither. Returns `undefined` for all other requests, and
   * counts them as wrong guesses of the address, so that nobody can search for a user's devices.
   * @throws ClientHttpError 429 after too many wrong guesses from the address
   */
  private async ownKey(
    caller: Caller,
    username: string,
    deviceId: string | undefined,
  ): Promise<string | undefined> {
    const { application, ip } = caller;
    const { manager } = this.dataSource;
    let key: string | undefined;
    await this.addresses.guess(caller, async () => {
      const user = await findHolder(manager, USER, application.id, username);
      // An unknown user takes as many queries, so that the response time does not reveal whether a user exists.
      const ofUser = { holderKind: USER.name, holderId: user?.id ?? 0 };
      if (deviceId === undefined) {
        const hasSession = await manager.existsBy(Session, { ...ofUser, ip, endedAt: IsNull() });
        if (hasSession) key = `user ${ofUser.holderId} ${ip}`;
      } else {
        const device = await manager.findOneBy(Device, { ...ofUser, deviceId });
        if (device) key = `device ${device.id}`;
      }
      return key !== undefined;
    });
    return key;
  }
}

interface Compared {
  readonly user: User | undefined;
  readonly isRight: boolean;
}
