import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Admin, inTransaction } from '@app/database';
import { verifyPassword } from '@app/platform';
import { unauthorized } from '../api/admin-error.js';
import { AuditTrail, type Author } from '../audit/audit-trail.js';
import { AdminSessions } from './admin-sessions.js';
import { SecondFactorService } from './second-factor.service.js';
import type { SignInDto } from './auth.dto.js';
import { SignInLimiter } from './sign-in-limiter.js';

/** A request to sign in, before it is known whose it is. */
export interface SignInRequest extends Omit<Author, 'principal'> {
  readonly userAgent: string;
  /** The session's token that the browser sent along; it ends, so that nobody can have planted it. */
  readonly previousToken: string | undefined;
}

/** Lets administrators in. */
@Injectable()
export class SignInService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: AdminSessions,
    private readonly secondFactor: SecondFactorService,
    private readonly limiter: SignInLimiter,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Answers the same, after the same work, for an unknown address, a wrong password and a disabled administrator.
   * @returns the new session's token
   * @throws AdminError 401, with `errors.totp` when the password was right and a code is missing or wrong; 429
   */
  signIn(dto: SignInDto, request: SignInRequest): Promise<string> {
    return this.limiter.attempt(request.ip, () => this.trySignIn(dto, request));
  }

  private async trySignIn(dto: SignInDto, request: SignInRequest): Promise<string> {
    const { manager } = this.dataSource;
    const admin = await manager.findOneBy(Admin, { email: dto.email.toLowerCase() });
    const isRight = await verifyPassword(dto.password, admin?.passwordHash ?? null);
    if (!admin || !isRight || !admin.enabled) {
      if (admin)
        await this.audit.record(manager, authorOf(admin, request), changeOf(admin, 'sign_in_failed'));
      throw unauthorized('Wrong e-mail address or password');
    }
    return inTransaction(this.dataSource, async (manager) => {
      if (admin.totpEnabledAt !== null) {
        if (!dto.totp) throw unauthorized('Enter the one-time password too', { totp: 'is required' });
        if (!(await this.secondFactor.use(manager, admin, dto.totp, request.now))) {
          throw unauthorized('Wrong one-time password', { totp: 'is wrong or was used already' });
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
  }
}

function authorOf({ id, email }: Admin, { now, ip, requestId }: SignInRequest): Author {
  return { principal: { kind: 'admin', adminId: id, name: email }, now, ip, requestId };
}

function changeOf({ id, email }: Admin, action: string) {
  return { resource: 'admins', recordId: id, recordName: email, action };
}
