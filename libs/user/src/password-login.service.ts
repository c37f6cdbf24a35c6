import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type Caller, ClientError } from '@app/auth-signature';
import { findHolder, type LoginResult, LoginService, USER } from '@app/licensing';
import { verifyPassword } from '@app/platform';

/** Lets users in by their password. */
@Injectable()
export class PasswordLoginService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly logins: LoginService,
  ) {}

  /**
   * The password comes before every other check, and an unknown user costs the same work as a wrong password, so that
   * a login without it tells nothing about a user.
   * @param deviceId 1–128 characters
   * @throws ClientError 10243 unknown user or wrong password, 10252, 10250, 10217, 10253
   */
  async login(caller: Caller, username: string, password: string, deviceId: string): Promise<LoginResult> {
    const user = await findHolder(this.dataSource.manager, USER, caller.application.id, username);
    // Slow by design, so outside the transaction.
    if (!(await verifyPassword(password, user?.passwordHash ?? null))) {
      throw new ClientError('USER_PASSWORD_WRONG');
    }
    return this.logins.login(USER, caller, username, deviceId);
  }
}
