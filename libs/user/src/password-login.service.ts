import { Injectable } from '@nestjs/common';
import type { Caller } from '@app/auth-signature';
import { type LoginDevice, type LoginResult, LoginService, USER } from '@app/licensing';
import { PasswordCheck } from './password-check.js';

/** Logs users in with their password. */
@Injectable()
export class PasswordLoginService {
  constructor(
    private readonly logins: LoginService,
    private readonly passwords: PasswordCheck,
  ) {}

  /**
   * Logs a user in. The password is checked before anything else.
   * @throws RefusalError 10243 if the user is unknown or the password is wrong, or another code of `LoginService.login`
   * @throws ClientHttpError 429 after too many wrong guesses from the address, or too many wrong passwords for this
   * name, even if no such user exists. Wrong passwords that were sent on other devices do not refuse a bound device.
   */
  async login(caller: Caller, username: string, password: string, device: LoginDevice): Promise<LoginResult> {
    const check = await this.passwords.require(caller, username, password, device.id);
    return this.logins.login(USER, caller, username, device, check);
  }
}
