import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, IsNull } from 'typeorm';
import {
  Application,
  AuditRecord,
  type Block,
  Device,
  type HolderKindName,
  type LicenceHolder,
  Session,
} from '@app/database';
import { CARD, type HolderKind, SessionDeadline, SessionCache, USER } from '@app/licensing';
import { AppConfig } from '@app/platform';
import { type Actor, hasApplication } from '../../access/actor.js';
import { CrudService } from '../../crud/crud.service.js';
import { idOf, toDto } from '../../crud/resource.js';
import { diagnoseLogin, type LoginSituation, type LoginVerdict } from './diagnose-login.js';
import { findBulkActs } from './find-bulk-acts.js';
import { findBlocks } from './find-blocks.js';
import { findConsumer } from './find-consumer.js';
import { findLastAttempt } from './find-last-attempt.js';
import type { HolderResource } from './holder-actions.js';
import {
  BLOCKING_FIELDS,
  type BlockingDto,
  BOUND_DEVICE_FIELDS,
  type DiagnosisFactsDto,
  type LoginDiagnosisDto,
} from './holder-support.dto.js';
import { showSessions } from './show-sessions.js';

const KINDS: Record<HolderKindName, HolderKind> = { card: CARD, user: USER };
const MAX_SHOWN = 50;

/** The holder whose login is diagnosed. */
interface Subject {
  readonly resource: Pick<HolderResource<LicenceHolder>, 'kind' | 'name'>;
  /** Name of the holder. */
  readonly name: string;
  readonly holder: LicenceHolder;
  readonly limits: LoginSituation['limits'];
  readonly application: Application;
  readonly now: number;
}

/** Diagnoses why a customer cannot log in with a card or user. */
@Injectable()
export class LoginDiagnosis {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly sessions: SessionCache,
    private readonly deadline: SessionDeadline,
    private readonly config: AppConfig,
  ) {}

  /**
   * Predicts the response that a login would get now.
   * @param asked the device that logs in; by default the device of the last attempt
   * @throws AdminError 404
   */
  async get<T extends LicenceHolder>(
    actor: Actor,
    resource: HolderResource<T>,
    id: number,
    asked: string | undefined,
  ): Promise<LoginDiagnosisDto> {
    const { manager } = this.dataSource;
    const { now } = actor;
    const holder = await this.crud.get(actor, resource, id);
    const application = await manager.findOneByOrFail(Application, { id: holder.applicationId });
    const name = resource.nameOf(holder);
    const { quotas } = this.config;
    const limits = {
      devices: holder.maxDevices || quotas.devices,
      sessions: holder.maxSessions || quotas.sessions,
    };
    const subject: Subject = { resource, name, holder, limits, application, now };
    const kind = KINDS[resource.kind];

    const last = await findLastAttempt(manager, resource.kind, holder, name);
    const deviceId = asked ?? last?.deviceId ?? null;
    const ip = last?.ip ?? null;
    const names = { [resource.kind]: name, ...(deviceId !== null && { device: deviceId }) };
    const verdict = diagnoseLogin({
      kind,
      holder,
      limits,
      application,
      deviceId,
      blocks: await findBlocks(manager, { applicationId: application.id, names, ip }, now),
      devices: await this.dataSource.manager.find(Device, {
        where: { holderKind: resource.kind, holderId: holder.id },
        order: { id: 'ASC' },
      }),
      sessions: await this.liveSessionsOf(subject),
      now,
    });
    const { code, reason } = verdict;
    return { code, reason, deviceId, ip, facts: await this.factsOf(verdict, subject, actor) };
  }

  private async liveSessionsOf({ resource, holder, application, now }: Subject): Promise<Session[]> {
    const open = { holderKind: resource.kind, holderId: holder.id, endedAt: IsNull() };
    const sessions = await this.dataSource.manager.findBy(Session, open);
    const shown = await showSessions(sessions, this.sessions, this.deadline.aliveSince(now, application));
    return sessions.filter((_, index) => shown[index]!.alive);
  }

  private async factsOf(verdict: LoginVerdict, subject: Subject, actor: Actor): Promise<DiagnosisFactsDto> {
    const { holder, limits } = subject;
    switch (verdict.reason) {
      case 'application_disabled':
        return {};
      case 'address_blocked':
      case 'blocked':
        return { block: showBlock(verdict.block, actor) };
      case 'consumed':
        return { consumedBy: await findConsumer(this.dataSource.manager, holder) };
      case 'frozen':
        return findFreezer(this.dataSource.manager, subject);
      case 'expired':
        return { expiredAt: verdict.expiredAt };
      case 'device_limit':
        return {
          maxDevices: limits.devices,
          devices: verdict.devices.slice(0, MAX_SHOWN).map((device) => toDto(device, BOUND_DEVICE_FIELDS)),
        };
      case 'multi_open':
        return { maxSessions: limits.sessions, sessions: await this.show(verdict.sessions, subject) };
      case 'none': {
        const { activates, binds, sessions } = verdict;
        return { activates, binds, sessions: await this.show(sessions, subject) };
      }
    }
  }

  private show(sessions: readonly Session[], { application, now }: Subject) {
    return showSessions(
      sessions.slice(0, MAX_SHOWN),
      this.sessions,
      this.deadline.aliveSince(now, application),
    );
  }
}

/** Returns a block without the details that the caller may not see in the list of blocks either. */
function showBlock(block: Block, { principal }: Actor): BlockingDto {
  const { pattern, reason } = hasApplication(principal, block.applicationId) ? block : HIDDEN;
  return { ...toDto(block, BLOCKING_FIELDS), pattern, reason };
}

const HIDDEN = { pattern: null, reason: null };

/**
 * Returns the administrator who froze a card or user, with time and reason, if the audit log contains the action. Only
 * the latest bulk jobs are searched.
 */
async function findFreezer(
  manager: EntityManager,
  { resource, name, holder }: Subject,
): Promise<{ frozenBy: string | null; frozenAt: number | null; frozenReason: string | null }> {
  const alone = await manager.findOne(AuditRecord, {
    where: { resource: resource.name, recordId: String(holder.id), action: In(['freeze', 'unfreeze']) },
    order: { id: 'DESC' },
  });
  const acts = await findBulkActs(manager, resource.kind, holder.applicationId, name);
  const together = acts.find(({ job }) => job.kind === 'freeze' || job.kind === 'unfreeze');
  if (together && together.recordId > idOf(alone?.id ?? 0)) {
    const { at, actorName, job } = together;
    return job.kind === 'freeze' ? { frozenBy: actorName, frozenAt: at, frozenReason: job.reason } : UNKNOWN;
  }
  if (alone?.action !== 'freeze') return UNKNOWN;
  const { reason = null } = JSON.parse(alone.after ?? '{}') as { reason?: string };
  return { frozenBy: alone.actorName, frozenAt: alone.at, frozenReason: reason };
}

const UNKNOWN = { frozenBy: null, frozenAt: null, frozenReason: null };
