import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { RefusalBudget } from '@app/usage';
import { type AuditAction, Admin, inTransaction, rowLock } from '@app/database';
import { PasswordWork } from '@app/platform';
import { partyAt } from '../access/actor.js';
import { AdminError, problem, refusal, refusalOf } from '../errors/admin-error.js';
import { AuditTrail, type Author } from '../audit/audit-trail.js';
import { AdminSessions } from './admin-sessions.js';
import { SecondFactorService } from './second-factor.service.js';
import type { SignInDto } from './auth.dto.js';
import { SignInLimiter } from './sign-in-limiter.js';

/**
 * Hourly quota of failed sign-ins that a process records in the audit log. All sign-ins with a wrong password share one
 * quota. Sign-ins with the correct password, but with a missing or wrong code, have a separate quota per administrator.
 * Otherwise clients with many addresses could use up the quota and hide an attacker who knows a password.
 */
const TRIES_AN_HOUR = 1000;

/** A sign-in request that is not authenticated yet. */
export interface SignInRequest extends Omit<Author, 'principal'> {
  readonly userAgent: string;
  /**
   * The session token that the browser already has. The sign-in ends the session of this token, to prevent session
   * fixation.
   */
  readonly previousToken: string | undefined;
}

/** Signs administrators in. */
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
   * Signs an administrator in. An unknown email address, a wrong password and a disabled administrator cannot be told
   * apart: they get the same response after the same work.
   * @returns the new session's token
   * @throws AdminError 401, with `errors.totp` if only the code is missing or wrong; 429 after too many failures from
   * the client's address, or too many wrong codes after the administrator's correct password
   */
  async signIn(dto: SignInDto, request: SignInRequest): Promise<string> {
    const token = await this.limiter.attempt(request.ip, request.now, () => this.trySignIn(dto, request));
    // Thrown outside `attempt`, which would count this error as a failed attempt. That would be wrong, since the
    // password was correct and only the code is missing.
    if (token === undefined) throw refusalOf({ totp: problem('required') }, 'totp_required');
    return token;
  }

  /** @returns `undefined` if only the one-time password is missing */
  private async trySignIn(dto: SignInDto, request: SignInRequest): Promise<string | undefined> {
    const where = { email: dto.email.toLowerCase() };
    const known = await this.dataSource.manager.findOneBy(Admin, where);
    const hash = known?.passwordHash ?? null;
    const isRight = await this.passwords.verify(partyAt(request.ip), dto.password, hash);
    // A disabled administrator's code is not checked: a 429 after too many wrong codes would reveal that the password
    // is correct.
    const mayEnter = isRight && known?.enabled === true;
    const decide = () => this.decide(dto, request, known, mayEnter);
    return mayEnter && dto.totp ? this.limiter.attemptCode(known.id, request.now, decide) : decide();
  }

  /** @param mayEnter true if the password is correct and the administrator is enabled */
  private async decide(
    dto: SignInDto,
    request: SignInRequest,
    known: Admin | null,
    mayEnter: boolean,
  ): Promise<string | undefined> {
    const outcome = await inTransaction(this.dataSource, async (manager) => {
      // While the password was checked, the password may have changed, or the administrator may have been disabled. The
      // same statements run for an unknown email address, so that the response time reveals nothing.
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
          // Recorded, because this client knows the password but may not have the phone.
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
      // Does not increase `rowVersion`, since a sign-in must not cause conflicts with edits.
      const seen = { lastSignInAt: request.now, rowVersion: () => 'row_version' };
      await manager.update(Admin, { id: admin.id }, seen);
      await this.audit.record(manager, authorOf(admin, request), changeOf(admin, 'sign_in'));
      return token;
    });
    // Thrown after the commit, so that the audit record of the failure is saved.
    if (outcome instanceof AdminError) throw outcome;
    return outcome;
  }

  /** @param ofWhom the quota towards which the record counts */
  private async note(
    manager: EntityManager,
    admin: Admin | null,
    request: SignInRequest,
    action: AuditAction,
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

/**
 * Stands for an unknown email address in the audit log. The typed address is not recorded, since people may type a
 * password into this field.
 */
const NOBODY: Named = { id: 0, email: 'unknown' };

function authorOf({ id, email }: Named, { now, ip, requestId }: SignInRequest): Author {
  return { principal: { kind: 'admin', adminId: id || null, name: email }, now, ip, requestId };
}

function changeOf({ id, email }: Named, action: AuditAction) {
  return { resource: 'admins', recordId: id || undefined, recordName: email, action };
}
