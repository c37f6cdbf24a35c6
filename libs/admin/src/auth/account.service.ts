import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Admin, inTransaction, type Role } from '@app/database';
import { Mailer } from '@app/mail';
import { PasswordWork } from '@app/platform';
import { type Actor, partyOf } from '../access/actor.js';
import { invalid, notFound, problem } from '../errors/admin-error.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { AdminSessions } from './admin-sessions.js';
import type { MeDto, SessionDto } from './auth.dto.js';
import { SecondFactorService } from './second-factor.service.js';
import { SignInLimiter } from './sign-in-limiter.js';

/** Manages the administrator's own account. */
@Injectable()
export class AccountService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: AdminSessions,
    private readonly secondFactor: SecondFactorService,
    private readonly limiter: SignInLimiter,
    private readonly audit: AuditTrail,
    private readonly passwords: PasswordWork,
    private readonly mailer: Mailer,
  ) {}

  async me({ principal }: Actor): Promise<MeDto> {
    const admin = await this.find(principal.adminId);
    const { id, email, name } = admin;
    return {
      id,
      email,
      name,
      // Not `issuer`, since tokens with that role may not call this endpoint.
      role: principal.role as Role,
      applicationIds: principal.applications ? [...principal.applications] : null,
      totpEnabled: admin.totpEnabledAt !== null,
      csrfToken: principal.session?.csrfToken ?? null,
      mailConfigured: this.mailer.isConfigured,
    };
  }

  async listSessions({ principal, now }: Actor): Promise<SessionDto[]> {
    const sessions = await this.sessions.list(principal.adminId, now);
    return sessions.map(({ id, ip, userAgent, createdAt, lastSeenAt }) => ({
      id,
      ip,
      userAgent,
      createdAt,
      lastSeenAt,
      current: id === principal.session?.id,
    }));
  }

  async endSession(actor: Actor, id: number): Promise<void> {
    const { adminId, name } = actor.principal;
    await inTransaction(this.dataSource, async (manager) => {
      if (!(await this.sessions.end(manager, adminId, id))) throw notFound('session');
      await this.audit.record(manager, actor, {
        resource: 'admins',
        recordId: adminId,
        recordName: name,
        action: id === actor.principal.session?.id ? 'sign_out' : 'end_session',
      });
    });
  }

  /** Changes the password and ends all other sessions, so that anyone else who used the old password is signed out. */
  async changePassword(actor: Actor, currentPassword: string, newPassword: string): Promise<void> {
    const admin = await this.requirePassword(actor, currentPassword);
    const passwordHash = await this.passwords.hash(partyOf(actor), newPassword);
    await inTransaction(this.dataSource, async (manager) => {
      const { affected } = await manager.update(
        Admin,
        { id: admin.id, passwordHash: admin.passwordHash },
        { passwordHash, updatedAt: actor.now },
      );
      // A concurrent request has changed the password.
      if (affected !== 1) throw wrongPassword();
      await this.sessions.endOthers(manager, admin.id, actor.principal.session?.id);
      await this.audit.record(manager, actor, {
        resource: 'admins',
        recordId: admin.id,
        recordName: admin.email,
        action: 'change_password',
      });
    });
  }

  /** @returns the recovery codes */
  confirmTotp(actor: Actor, code: string): Promise<string[]> {
    return this.limiter.attempt(limitedBy(actor), actor.now, () => this.secondFactor.confirm(actor, code));
  }

  async turnTotpOff(actor: Actor, currentPassword: string): Promise<void> {
    const admin = await this.requirePassword(actor, currentPassword);
    await inTransaction(this.dataSource, (manager) => this.secondFactor.turnOff(manager, actor, admin));
  }

  /** @throws AdminError 422 when the password is wrong; 429 */
  async requirePassword(actor: Actor, password: string): Promise<Admin> {
    return this.limiter.attempt(limitedBy(actor), actor.now, async () => {
      const admin = await this.find(actor.principal.adminId);
      const isRight = await this.passwords.verify(partyOf(actor), password, admin.passwordHash);
      if (!isRight) throw wrongPassword();
      return admin;
    });
  }

  private async find(id: number): Promise<Admin> {
    const admin = await this.dataSource.manager.findOneBy(Admin, { id });
    if (!admin) throw notFound('administrator');
    return admin;
  }
}

function limitedBy({ principal }: Actor): string {
  return `admin ${principal.adminId}`;
}

function wrongPassword() {
  return invalid({ currentPassword: problem('wrong') });
}
