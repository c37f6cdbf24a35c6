import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type AuditAction, Admin, inTransaction, RecoveryCode, rowLock } from '@app/database';
import { SecretBox } from '@app/platform';
import type { Actor } from '../access/actor.js';
import { invalid, problem, refusal } from '../errors/admin-error.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { hashSecretToken } from './secret-token.js';
import { newRecoveryCodes, newTotpKey, plainRecoveryCode, totpStep, totpUri } from './totp.js';

/** One-time passwords from an authenticator app, and recovery codes in case the phone is lost. */
@Injectable()
export class SecondFactorService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secrets: SecretBox,
    private readonly audit: AuditTrail,
  ) {}

  /** Creates a key for the authenticator app. Sign-in requires codes only after `confirm`. */
  async enrol({ principal }: Actor): Promise<{ key: string; uri: string }> {
    const key = newTotpKey();
    const { affected } = await this.dataSource.manager
      .createQueryBuilder()
      .update(Admin)
      .set({ totpSecretSealed: this.secrets.seal(key), totpLastStep: null })
      .where('id = :id AND totpEnabledAt IS NULL', { id: principal.adminId })
      .execute();
    if (affected !== 1) throw refusal('totp_in_use');
    return { key, uri: totpUri(key, principal.name) };
  }

  /**
   * Turns one-time passwords on for sign-in.
   * @param code the code shown by the authenticator app
   * @returns the recovery codes; they cannot be read again
   */
  async confirm(actor: Actor, code: string): Promise<string[]> {
    const { principal, now } = actor;
    const codes = newRecoveryCodes();
    await inTransaction(this.dataSource, async (manager) => {
      const admin = await lock(manager, principal.adminId);
      if (admin.totpEnabledAt !== null || admin.totpSecretSealed === null) {
        throw refusal('totp_without_key');
      }
      if (!(await this.useTotp(manager, admin, code, now))) throw invalid({ code: problem('wrong') });
      await manager.update(Admin, { id: admin.id }, { totpEnabledAt: now, updatedAt: now });
      await this.replaceRecoveryCodes(manager, admin.id, codes);
      await this.audit.record(manager, actor, adminRecord(admin, 'totp_on'));
    });
    return codes;
  }

  async newRecoveryCodes(actor: Actor): Promise<string[]> {
    const codes = newRecoveryCodes();
    await inTransaction(this.dataSource, async (manager) => {
      const admin = await lock(manager, actor.principal.adminId);
      if (admin.totpEnabledAt === null) throw refusal('totp_not_in_use');
      await this.replaceRecoveryCodes(manager, admin.id, codes);
      await this.audit.record(manager, actor, adminRecord(admin, 'new_recovery_codes'));
    });
    return codes;
  }

  /** Turns one-time passwords off. */
  async turnOff(manager: EntityManager, actor: Actor, admin: Admin): Promise<void> {
    const off = { totpSecretSealed: null, totpEnabledAt: null, totpLastStep: null, updatedAt: actor.now };
    await manager.update(Admin, { id: admin.id }, off);
    await manager.delete(RecoveryCode, { adminId: admin.id });
    await this.audit.record(manager, actor, adminRecord(admin, 'totp_off'));
  }

  /** Checks a one-time password or recovery code and consumes it; returns true when it is valid. */
  async use(manager: EntityManager, admin: Admin, code: string, now: number): Promise<boolean> {
    return (
      (await this.useTotp(manager, admin, code, now)) || (await this.useRecoveryCode(manager, admin, code))
    );
  }

  private async useTotp(manager: EntityManager, admin: Admin, code: string, now: number): Promise<boolean> {
    if (admin.totpSecretSealed === null) return false;
    const step = totpStep(this.secrets.open(admin.totpSecretSealed), code, now);
    if (step === undefined) return false;
    // A single statement decides, so that exactly one of several concurrent sign-ins with the same code succeeds.
    const { affected } = await manager
      .createQueryBuilder()
      .update(Admin)
      // Does not increase `rowVersion`, since a sign-in must not cause conflicts with edits.
      .set({ totpLastStep: step, rowVersion: () => 'row_version' })
      .where('id = :id AND (totpLastStep IS NULL OR totpLastStep < :step)', { id: admin.id, step })
      .execute();
    return affected === 1;
  }

  private async useRecoveryCode(manager: EntityManager, admin: Admin, code: string): Promise<boolean> {
    const codeHash = hashSecretToken(plainRecoveryCode(code));
    const { affected } = await manager.delete(RecoveryCode, { adminId: admin.id, codeHash });
    return affected === 1;
  }

  private async replaceRecoveryCodes(
    manager: EntityManager,
    adminId: number,
    codes: string[],
  ): Promise<void> {
    await manager.delete(RecoveryCode, { adminId });
    await manager.insert(
      RecoveryCode,
      codes.map((code) => ({ adminId, codeHash: hashSecretToken(plainRecoveryCode(code)) })),
    );
  }
}

/**
 * Locks the administrator's row, so that only one set of recovery codes is valid if several requests create codes
 * concurrently.
 */
function lock(manager: EntityManager, id: number): Promise<Admin> {
  return manager.findOneOrFail(Admin, { where: { id }, ...rowLock(manager) });
}

function adminRecord({ id, email }: Admin, action: AuditAction) {
  return { resource: 'admins', recordId: id, recordName: email, action };
}
