import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UsageLog } from '@app/usage';
import { CLIENT_ERRORS } from '@app/auth-signature';
import type { LicenceHolder } from '@app/database';
import { accountOf, CARD, findHolder, type HolderKind, USER } from '@app/licensing';
import { PasswordWork } from '@app/platform';
import { CustomerLimit } from './limits/customer-limit.js';
import { type Guess, PortalGuesses } from './limits/guess-limits.js';
import { customerPartyOf, type PortalCall } from './portal-call.js';
import { PortalError } from './portal-error.js';
import { type OpenedSession, PortalSessions } from './portal-sessions.js';

/** Signs customers in with their card, or with user name and password, whatever the state of the card or user is. */
@Injectable()
export class SignInService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly guesses: PortalGuesses,
    private readonly limit: CustomerLimit,
    private readonly passwords: PasswordWork,
    private readonly sessions: PortalSessions,
    private readonly activity: UsageLog,
  ) {}

  /**
   * @throws PortalError 401 no such card, 403 proof_required, 429 too many requests
   */
  withCard(call: PortalCall, card: string): Promise<OpenedSession> {
    return this.signIn(call, CARD, {}, () => this.find(call, CARD, card));
  }

  /**
   * Compares the password of a user. For an unknown user it does the same work: the response time must not reveal which
   * users exist.
   * @throws PortalError 401 no such user or wrong password, 403 proof_required, 429 too many requests
   */
  withPassword(call: PortalCall, username: string, password: string): Promise<OpenedSession> {
    const account = accountOf(USER, call, username);
    return this.signIn(call, USER, { account, isPassword: true }, async () => {
      const user = await this.find(call, USER, username);
      const hash = user?.passwordHash ?? null;
      return (await this.passwords.verify(customerPartyOf(call), password, hash, account)) ? user : undefined;
    });
  }

  private async signIn<T extends LicenceHolder>(
    call: PortalCall,
    kind: HolderKind<T>,
    guess: Guess,
    identify: () => Promise<T | undefined>,
  ): Promise<OpenedSession> {
    const holder = await this.guesses.attempt(call, guess, async () => {
      const found = await identify();
      if (found && found.status !== 'consumed') return found;
      // Refused sign-ins are only counted. Otherwise strangers could fill the list of refusals with their guesses.
      const { code } =
        kind.name === 'card' ? CLIENT_ERRORS.CARD_UNAVAILABLE : CLIENT_ERRORS.USER_PASSWORD_WRONG;
      this.activity.count(call.application.id, 'refusal', call.now, code);
      throw new PortalError('sign_in_failed');
    });
    // Successful sign-ins count too: each is recorded in the history, and may end the oldest session.
    await this.limit.count(call, { kind, holder });
    return this.sessions.open(call, kind, holder);
  }

  private find<T extends LicenceHolder>(
    { application }: PortalCall,
    kind: HolderKind<T>,
    name: string,
  ): Promise<T | undefined> {
    return findHolder(this.dataSource.manager, kind, application.id, name);
  }
}
