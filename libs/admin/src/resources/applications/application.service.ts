import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type EntityTarget, In, IsNull } from 'typeorm';
import {
  ActiveHolder,
  ActivityCount,
  Application,
  APPLICATION_DEFAULTS,
  applicationFaults,
  Card,
  Consumption,
  DataUsage,
  deleteOfApplication,
  Device,
  FunctionCallCount,
  inBatches,
  inTransaction,
  newAppKey,
  newAppSecret,
  newPortalSlug,
  Order,
  OutboxEvent,
  Payment,
  PortalSession,
  Recharge,
  Refusal,
  RemoteData,
  Session,
  SessionSample,
  shareRow,
  signingKeyColumns,
  Ticket,
  Trial,
  User,
} from '@app/database';
import { ApplicationDirectory } from '@app/applications';
import { SessionCache } from '@app/licensing';
import { HOUR_MS, SecretBox } from '@app/platform';
import type { Actor } from '../../access/actor.js';
import { invalid, problem, refusal } from '../../errors/admin-error.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { requireLongKeys } from '../card-types/portal-keys.js';
import { requireLimitsForPolicy } from '../card-types/unbind-limits.js';
import { changeOf, type Edit, CrudService, requireVersion } from '../../crud/crud.service.js';
import type { VersionedActionDto } from '../../crud/edit.dto.js';
import type {
  CreateApplicationDto,
  RotateSecretDto,
  RotateSigningKeyDto,
  SecretDto,
} from './application.dto.js';
import { APPLICATIONS } from './application.resource.js';

/** Number of sessions that are deleted in one batch. */
const SESSIONS_AT_A_TIME = 200;

/**
 * Tables with so many rows that a single statement could take too long. Cards and users come after the records that
 * belong to them. Orders and payments come last, because these records prevent a repeated order from issuing cards
 * again.
 */
const LARGE_TABLES: readonly EntityTarget<{ applicationId: number }>[] = [
  Device,
  Ticket,
  RemoteData,
  DataUsage,
  Consumption,
  Trial,
  Recharge,
  ActiveHolder,
  Refusal,
  ActivityCount,
  SessionSample,
  FunctionCallCount,
  OutboxEvent,
  User,
  Card,
  Payment,
  Order,
];

const AFFECTED = { id: true, tokenHash: true, holderKind: true, holderId: true } as const;

/** Manages applications with their settings and secrets. A change takes effect before the response. */
@Injectable()
export class ApplicationService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly directory: ApplicationDirectory,
    private readonly sessions: SessionCache,
    private readonly secrets: SecretBox,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Creates an application, optionally with an existing key and secret from another service.
   * @throws AdminError 422, for example if the key is taken, or only one of key and secret is given
   */
  async create(actor: Actor, { appKey, appSecret, ...settings }: CreateApplicationDto): Promise<Application> {
    if (appKey !== undefined && appSecret === undefined) throw invalid({ appSecret: problem('required') });
    if (appSecret !== undefined && appKey === undefined) throw invalid({ appKey: problem('required') });
    const credentials = {
      appKey: appKey ?? newAppKey(),
      appSecretSealed: this.secrets.seal(appSecret ?? newAppSecret()),
      ...signingKeyColumns(this.secrets),
    };
    const values = { ...APPLICATION_DEFAULTS, ...given(settings), ...credentials };
    if (values.portalEnabled) Object.assign(values, { portalSlug: newPortalSlug() });
    const application = await this.crud.create(actor, APPLICATIONS, values, refuseFaults);
    await this.directory.refresh();
    return application;
  }

  async update(actor: Actor, id: number, edit: Edit<Application>): Promise<Application> {
    const application = await this.crud.update(actor, APPLICATIONS, id, edit, async (row, manager) => {
      refuseFaults(row);
      await requireLimitsForPolicy(manager, row);
      await requireLongKeys(manager, row);
      if (row.portalEnabled) row.portalSlug ??= newPortalSlug();
      if (!row.enabled || !row.portalEnabled) await manager.delete(PortalSession, { applicationId: id });
      await raiseRevision(manager, id);
    });
    await this.directory.refresh();
    return application;
  }

  /**
   * Deletes an application with all its data. Most rows are deleted in batches before the transaction that deletes the
   * application: a transaction with a million cards would take minutes. After a failure, some data is gone and the call
   * can be repeated. The audit log therefore records the start of each deletion, too.
   * @throws AdminError 409 if the application is enabled or becomes enabled during the deletion, or if a job is
   * creating cards
   */
  async delete(actor: Actor, id: number): Promise<Application> {
    requireDisabled(await this.crud.get(actor, APPLICATIONS, id));
    // Also waits for jobs that create cards.
    await this.crud.act(actor, APPLICATIONS, id, async (row, manager) => {
      requireDisabled(row);
      const change = { ...changeOf(APPLICATIONS, row), action: 'start_delete' as const };
      await this.audit.record(manager, actor, change);
    });
    // Clients and shops cannot add rows, since the application is disabled.
    await this.deleteSessions(id);
    for (const entity of LARGE_TABLES)
      await deleteOfApplication(this.dataSource, entity, id, (manager) => requireStillDisabled(manager, id));
    const application = await this.sessions.invalidating((invalidate) =>
      this.crud.delete(actor, APPLICATIONS, id, async (row, manager) => {
        requireDisabled(row);
        const open = await manager.find(Session, {
          select: AFFECTED,
          where: { applicationId: id, endedAt: IsNull() },
        });
        // Cascades delete all other rows. Cards and users that were created meanwhile would block the deletion of the
        // card types to which they refer.
        await manager.delete(Card, { applicationId: id });
        await manager.delete(User, { applicationId: id });
        await invalidate(open);
      }),
    );
    await this.directory.refresh();
    return application;
  }

  /** Reveals the secret and records it in the audit log. */
  async reveal(actor: Actor, id: number): Promise<SecretDto> {
    const application = await this.crud.get(actor, APPLICATIONS, id);
    const change = { ...changeOf(APPLICATIONS, application), action: 'reveal_secret' as const };
    await this.audit.record(this.dataSource.manager, actor, change);
    return this.secretOf(application);
  }

  /**
   * Creates a new secret; the old one stays valid during the overlap.
   * @throws AdminError 409
   */
  async rotate(actor: Actor, id: number, { overlapHours, rowVersion }: RotateSecretDto): Promise<SecretDto> {
    const secret = await this.crud.act(actor, APPLICATIONS, id, async (application, manager) => {
      requireVersion(application, rowVersion);
      const changes = {
        appSecretSealed: this.secrets.seal(newAppSecret()),
        // The old secret is kept even without an overlap, so that the signature check and the command `apply` can
        // report its use.
        previousSecretSealed: application.appSecretSealed,
        previousSecretUntil: overlapHours > 0 ? actor.now + overlapHours * HOUR_MS : null,
      };
      await this.crud.change(manager, actor, APPLICATIONS, application, changes, 'rotate_secret');
      await raiseRevision(manager, id);
      return this.secretOf(application);
    });
    await this.directory.refresh();
    return secret;
  }

  /**
   * Ends the overlap of a rotation: the old secret becomes invalid at once.
   * @throws AdminError 409, for example if only the current secret is valid
   */
  async endOverlap(actor: Actor, id: number, { rowVersion }: VersionedActionDto): Promise<Application> {
    await this.crud.act(actor, APPLICATIONS, id, async (application, manager) => {
      requireVersion(application, rowVersion);
      if ((application.previousSecretUntil ?? 0) <= actor.now) throw refusal('no_overlap');
      const changes = { previousSecretUntil: null };
      await this.crud.change(manager, actor, APPLICATIONS, application, changes, 'end_overlap');
      await raiseRevision(manager, id);
    });
    await this.directory.refresh();
    return this.crud.get(actor, APPLICATIONS, id);
  }

  /**
   * Creates a new signing key. The old private key is deleted; the panel lists the old public key during the overlap.
   * @throws AdminError 409
   */
  async rotateSigningKey(
    actor: Actor,
    id: number,
    { overlapHours, rowVersion }: RotateSigningKeyDto,
  ): Promise<Application> {
    await this.crud.act(actor, APPLICATIONS, id, async (application, manager) => {
      requireVersion(application, rowVersion);
      const changes = {
        ...signingKeyColumns(this.secrets),
        // The old public key is kept even without an overlap, so that the command `apply` can report its use.
        previousPublicKey: application.publicKey,
        previousPublicKeyUntil: overlapHours > 0 ? actor.now + overlapHours * HOUR_MS : null,
      };
      await this.crud.change(manager, actor, APPLICATIONS, application, changes, 'rotate_signing_key');
      await raiseRevision(manager, id);
    });
    await this.directory.refresh();
    return this.crud.get(actor, APPLICATIONS, id);
  }

  /**
   * Replaces the link of the customer's page. The old link and all sign-ins to the page become invalid at once.
   * @throws AdminError 409
   */
  async renewPortalLink(actor: Actor, id: number, { rowVersion }: VersionedActionDto): Promise<Application> {
    await this.crud.act(actor, APPLICATIONS, id, async (application, manager) => {
      requireVersion(application, rowVersion);
      const changes = { portalSlug: newPortalSlug() };
      await this.crud.change(manager, actor, APPLICATIONS, application, changes, 'renew_portal_link');
      await manager.delete(PortalSession, { applicationId: id });
      await raiseRevision(manager, id);
    });
    await this.directory.refresh();
    return this.crud.get(actor, APPLICATIONS, id);
  }

  /** Deletes the sessions of an application in batches, and invalidates the open sessions. */
  private async deleteSessions(applicationId: number): Promise<void> {
    await inBatches(async () => {
      const sessions = await this.dataSource.manager.find(Session, {
        select: { ...AFFECTED, endedAt: true },
        where: { applicationId },
        take: SESSIONS_AT_A_TIME,
      });
      if (sessions.length === 0) return 'done';
      await this.sessions.invalidating((invalidate) =>
        inTransaction(this.dataSource, async (manager) => {
          await requireStillDisabled(manager, applicationId);
          await manager.delete(Session, { id: In(sessions.map(({ id }) => id)) });
          await invalidate(sessions.filter(({ endedAt }) => endedAt === null));
        }),
      );
      return sessions.length < SESSIONS_AT_A_TIME ? 'done' : 'more';
    });
  }

  private secretOf({ appKey, appSecretSealed, previousSecretUntil }: Application): SecretDto {
    const appSecret = this.secrets.open(appSecretSealed, `The secret of application ${appKey}`);
    return { appKey, appSecret, previousSecretUntil };
  }
}

/** Returns the DTO without undefined fields, which would overwrite defaults. */
function given<T extends object>(dto: T): T {
  return Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined)) as T;
}

function refuseFaults(application: Application): void {
  const { hg, unbindHours } = applicationFaults(application);
  const { heartbeatTimeoutSec: timeout, unbindPolicy: policy } = application;
  const faults = {
    ...(hg && { hg: problem('heartbeat_timeout', { timeout }) }),
    ...(unbindHours && { unbindHours: problem('unbind_hours', { policy }) }),
  };
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/** Notifies every server process that the application has changed. */
async function raiseRevision(manager: EntityManager, id: number): Promise<void> {
  await manager.query('UPDATE applications SET revision = revision + 1 WHERE id = ?', [id]);
}

function requireDisabled({ enabled }: Application): void {
  if (enabled) throw refusal('application_enabled');
}

/**
 * Ends a deletion if the application was enabled meanwhile. Otherwise a lock keeps the application disabled until the
 * transaction ends.
 */
async function requireStillDisabled(manager: EntityManager, id: number): Promise<void> {
  await shareRow(manager, Application, id);
  const application = await manager.findOneBy(Application, { id });
  if (application) requireDisabled(application);
}
