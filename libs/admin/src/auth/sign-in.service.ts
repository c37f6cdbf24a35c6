import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { RefusalBudget } from '@app/usage';
import { Admin, inTransaction, rowLock } from '@app/database';
import { PasswordWork } from '@app/platform';
import { partyAt } from '../access/actor.js';
import { AdminError, problem, refusal, refusalOf } from '../errors/admin-error.js';
import { AuditTrail, type Author } from '../audit/audit-trail.js';
import { AdminSessions } from './admin-sessions.js';
import { SecondFactorService } from './second-factor.service.js';
import type { SignInDto } from './auth.dto.js';
import { SignInLimiter } from './sign-in-limiter.js';

/**
 * Tries without success that a process writes to the audit log, of those without a right password and, for each
 * administrator, of those with it: strangers with many addresses would fill it, and hide who has a password.
 */
const TRIES_AN_HOUR = 1000;

/** A request to sign in, before it is known whose it is. */
export interface SignInRequest extends Omit<Author, 'principal'> {
  readonly userAgent: string;
  /** The session's token that the browser sent along; it ends, so that nobody can have planted it. */
  readonly previousToken: string | undefined;
}

/** Lets administrators in. */
@Injectable()
export class SignInService {
  private readonly kept = new RefusalBudget(TRIES_AN_HOUR);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: AdminSessions,
    private readonly secondFactor: SecondFactorService,
    private readonly limiter: SignInLimiter,
    private readonly audit: AuditTrail,
    private readonly passwords: PasswordWork,
  ) {}

  /**
   * Answers the same, after the same work, for an unknown address, a wrong password and a disabled administrator.
   * @returns the new session's token
   * @throws AdminError 401, with `errors.totp` when the password was right and a code is missing or wrong; 429 for the
   *   address, or for the administrator's codes when the password was right
   */
  async signIn(dto: SignInDto, request: SignInRequest): Promise<string> {
    const token = await this.limiter.attempt(request.ip, request.now, () => this.trySignIn(dto, request));
    // The password was right, so that asking for the code is no wrong try.
    if (token === undefined) throw refusalOf({ totp: problem('required') }, 'totp_required');
    return token;
  }

  /** @returns undefined when all that is missing is the one-time password */
  private async trySignIn(dto: SignInDto, request: SignInRequest): Promise<string | undefined> {
    const where = { email: dto.email.toLowerCase() };
    const known = await this.dataSource.manager.findOneBy(Admin, where);
    const hash = known?.passwordHash ?? null;
    const isRight = await this.passwords.verify(partyAt(request.ip), dto.password, hash);
    // The code of a disabled administrator is not looked at, and a 429 would tell that the password was right.
    const mayEnter = isRight && known?.enabled === true;
    const decide = () => this.decide(dto, request, known, mayEnter);
    return mayEnter && dto.totp ? this.limiter.attemptCode(known.id, request.now, decide) : decide();
  }

  /** @param mayEnter whether the password was right, of an administrator who was enabled */
  private async decide(
    dto: SignInDto,
    request: SignInRequest,
    known: Admin | null,
    mayEnter: boolean,
  ): Promise<string | undefined> {
    const outcome = await inTransaction(this.dataSource, async (manager) => {
      // Checking took a while: the password may be another one by now, or the administrator disabled. Of an unknown
      // address the same is asked and written, since the time of the database tells as much as that of the hash.
      const admin = await manager.findOne(Admin, {
        where: { id: known?.id ?? NOBODY.id },
        ...rowLock(manager),
      });
      if (!admin?.enabled || !mayEnter || admin.passwordHash !== known?.passwordHash) {
        await this.note(manager, known, request, 'sign_in_failed', 'strangers');
        return wrongPassword();
      }
      if (admin.totpEnabledAt !== null) {
        if (!dto.totp) {
          // Whoever has the password and not the phone leaves a trace.
          await this.note(manager, admin, request, 'totp_asked', admin.id);
          return undefined;
        }
        const isCodeRight = await this.secondFactor.use(manager, admin, dto.totp, request.now);
        if (!isCodeRight) {
          await this.note(manager, admin, request, 'sign_in_failed', admin.id);
          return wrongCode();
        }
      }
      if (request.previousToken) await this.sessions.endToken(manager, request.previousToken);
      const token = await this.sessions.open(manager, admin.id, request, request.now);
      // Signing in is no change that an editor of the administrator has to hear of.
      const seen = { lastSignInAt: request.now, rowVersion: () => 'row_version' };
      await manager.update(Admin, { id: admin.id }, seen);
      await this.audit.record(manager, authorOf(admin, request), changeOf(admin, 'sign_in'));
      return token;
    });
    // Thrown after the commit, which keeps the record of the failure.
    if (outcome instanceof AdminError) throw outcome;
    return outcome;
  }

  /** @param ofWhom who has used up what is kept in an hour has no more of it kept */
  private async note(
    manager: EntityManager,
    admin: Admin | null,
    request: SignInRequest,
    action: string,
    ofWhom: 'strangers' | number,
  ): Promise<void> {
    const who = admin ?? NOBODY;
    if (this.kept.take(ofWhom, request.ip, request.now))
      await this.audit.record(manager, authorOf(who, request), changeOf(who, action));
  }
}

function wrongPassword(): AdminError {
  return refusal('wrong_password');
}

function wrongCode(): AdminError {
  return refusalOf({ totp: problem('wrong_or_used') }, 'wrong_totp');
}

type Named = Pick<Admin, 'id' | 'email'>;

/** Who has an address that no administrator has. It is not kept: people type passwords into the wrong field. */
const NOBODY: Named = { id: 0, email: 'unknown' };

function authorOf({ id, email }: Named, { now, ip, requestId }: SignInRequest): Author {
  return { principal: { kind: 'admin', adminId: id || null, name: email }, now, ip, requestId };
}

function changeOf({ id, email }: Named, action: string) {
  return { resource: 'admins', recordId: id || undefined, recordName: email, action };
}
