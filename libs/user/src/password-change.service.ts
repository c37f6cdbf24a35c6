import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Caller } from '@app/auth-signature';
import { inTransaction, User } from '@app/database';
import {
  accountOf,
  endSessionsWhere,
  OPERATIONS,
  lockHolder,
  partyOf,
  requireNotFrozen,
  SessionCache,
  USER,
} from '@app/licensing';
import { PasswordWork } from '@app/platform';
import { PasswordCheck } from './password-check.js';

/** Changes the passwords of users at their own request. */
@Injectable()
export class PasswordChangeService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly check: PasswordCheck,
    private readonly passwords: PasswordWork,
    private readonly sessions: SessionCache,
  ) {}

  /**
   * Replaces a user's password and ends the user's sessions, so that anyone who knew the old password is logged out. If
   * several changes with the same old password run concurrently, exactly one succeeds.
   * @param wanted 6–30 characters
   * @throws RefusalError 10243 if the user is unknown or the password is wrong, 10252 if the user is frozen
   * @throws ClientHttpError 429 after too many wrong guesses from the address, or too many wrong passwords for this
   * name, even if no such user exists. Wrong passwords from other addresses do not refuse an address from which the
   * user has an open session.
   */
  async change(caller: Caller, username: string, password: string, wanted: string): Promise<void> {
    const { application, now } = caller;
    const check = await this.check.require(caller, username, password);
    // Hashing is slow by design, so it is done outside the transaction.
    const passwordHash = await this.passwords.hash(
      partyOf(caller),
      wanted,
      accountOf(USER, caller, username),
    );
    await this.sessions.invalidating((invalidate) =>
      inTransaction(this.dataSource, async (manager) => {
        const user = await lockHolder(manager, USER, application.id, username);
        check(user);
        requireNotFrozen(USER, user);
        await manager.update(User, { id: user.id }, { passwordHash, updatedAt: now });
        const ofUser = { holderKind: USER.name, holderId: user.id };
        await endSessionsWhere(manager, ofUser, OPERATIONS.kick.ends, now);
        await invalidate([ofUser]);
      }),
    );
  }
}
