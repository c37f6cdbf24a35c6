import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Admin, AdminApplication, Application, serializeTransactions } from '@app/database';
import { changesOf, PasswordWork } from '@app/platform';
import { type Actor, partyOf } from '../../access/actor.js';
import { invalid, problem, refusal } from '../../errors/admin-error.js';
import type { ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { AdminSessions } from '../../auth/admin-sessions.js';
import { applicationsOf } from '../../auth/load-principal.js';
import { SecondFactorService } from '../../auth/second-factor.service.js';
import { whereBegins, whereEqual } from '../../crud/filters.js';
import {
  type RelatedChange,
  changeOf,
  type Check,
  CrudService,
  requireVersion,
} from '../../crud/crud.service.js';
import { toDto, type Resource } from '../../crud/resource.js';
import {
  ADMIN_FIELDS,
  type AdminDto,
  type AdminFilter,
  type CreateAdminDto,
  type EditAdminDto,
} from './admin.dto.js';

const ADMINS: Resource<Admin, AdminFilter> = {
  name: 'admins',
  singular: 'administrator',
  entity: Admin,
  fields: ADMIN_FIELDS,
  nameOf: ({ email }) => email,
  uniqueField: 'email',
  applyFilter: (query, filter) => {
    whereBegins(query, 'email', filter.email);
    whereEqual(query, filter, 'role');
  },
};

/** Manages administrators and their applications, for owners only. */
@Injectable()
export class AdminService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly sessions: AdminSessions,
    private readonly secondFactor: SecondFactorService,
    private readonly audit: AuditTrail,
    private readonly passwords: PasswordWork,
  ) {}

  async list(actor: Actor, query: ListQuery<AdminFilter>): Promise<Page<AdminDto>> {
    const { rows, from, total } = await this.crud.list(actor, ADMINS, query);
    return new Page(await Promise.all(rows.map((admin) => this.show(admin))), from, total);
  }

  async get(actor: Actor, id: number): Promise<AdminDto> {
    return this.show(await this.crud.get(actor, ADMINS, id));
  }

  async create(actor: Actor, dto: CreateAdminDto): Promise<AdminDto> {
    const { password, applicationIds = [], enabled = true, email, ...rest } = dto;
    const passwordHash = await this.passwords.hash(partyOf(actor), password);
    const values = { ...rest, enabled, email: email.toLowerCase(), passwordHash };
    const give: Check<Admin> = (admin, manager) => giveApplications(manager, admin, applicationIds);
    return this.show(await this.crud.create(actor, ADMINS, values, undefined, give));
  }

  /** @throws AdminError 403; 409 if the row version is stale, or no owner would remain; 422 */
  async update(actor: Actor, id: number, dto: EditAdminDto): Promise<AdminDto> {
    const { rowVersion, password, applicationIds, email, ...rest } = dto;
    if (password !== undefined) refuseOwnByToken(actor, id);
    const passwordHash =
      password === undefined ? undefined : await this.passwords.hash(partyOf(actor), password);
    const wanted = { ...rest, email: email?.toLowerCase(), passwordHash } as Partial<Admin>;
    await this.crud.act(actor, ADMINS, id, async (admin, manager) => {
      requireVersion(admin, rowVersion);
      const changes = changesOf(admin, wanted);
      if (changes.role !== undefined || changes.enabled === false) await requireOtherOwner(manager, admin);
      const given = applicationIds && (await giveApplications(manager, admin, applicationIds));
      if (Object.keys(changes).length > 0 || given) {
        await this.crud.change(manager, actor, ADMINS, admin, changes, 'update', () => given);
      }
      if (passwordHash !== undefined || changes.enabled === false) {
        await this.sessions.endOthers(manager, id, actor.principal.session?.id);
      }
    });
    return this.get(actor, id);
  }

  async delete(actor: Actor, id: number): Promise<AdminDto> {
    const shown = await this.get(actor, id);
    await this.crud.delete(actor, ADMINS, id, async (admin, manager) => {
      await requireOtherOwner(manager, admin);
    });
    return shown;
  }

  /**
   * Turns one-time passwords off, for an administrator who lost the phone and the recovery codes.
   * @throws AdminError 403
   */
  async resetTotp(actor: Actor, id: number): Promise<AdminDto> {
    refuseOwnByToken(actor, id);
    await this.crud.act(actor, ADMINS, id, async (admin, manager) => {
      await this.secondFactor.turnOff(manager, actor, admin);
    });
    return this.get(actor, id);
  }

  /**
   * Ends every session of an administrator.
   * @throws AdminError 403
   */
  async signOut(actor: Actor, id: number): Promise<AdminDto> {
    refuseOwnByToken(actor, id);
    await this.crud.act(actor, ADMINS, id, async (admin, manager) => {
      await this.sessions.endOthers(manager, id);
      await this.audit.record(manager, actor, { ...changeOf(ADMINS, admin), action: 'end_sessions' });
    });
    return this.get(actor, id);
  }

  private async show(admin: Admin): Promise<AdminDto> {
    const applicationIds = await applicationsOf(this.dataSource.manager, admin.id);
    return { ...toDto(admin, ADMIN_FIELDS), applicationIds };
  }
}

/** Refuses an API token to an administrator who would change their own sign-in with it. */
function refuseOwnByToken({ principal }: Actor, id: number): void {
  if (!principal.session && id === principal.adminId) throw refusal('in_person_only');
}

/** Assigns exactly these applications to an administrator. Returns `undefined` if this changes nothing. */
async function giveApplications(
  manager: EntityManager,
  { id }: Admin,
  applicationIds: number[],
): Promise<RelatedChange | undefined> {
  const wanted = [...new Set(applicationIds)].toSorted((a, b) => a - b);
  const before = await applicationsOf(manager, id);
  if (String(before) === String(wanted)) return undefined;
  if ((await manager.countBy(Application, { id: In(wanted) })) !== wanted.length) {
    throw invalid({ applicationIds: problem('unknown_applications') });
  }
  await manager.delete(AdminApplication, { adminId: id });
  await manager.insert(
    AdminApplication,
    wanted.map((applicationId) => ({ adminId: id, applicationId })),
  );
  return { before: { applicationIds: before }, after: { applicationIds: wanted } };
}

/** @throws AdminError 409 if there is no other owner; without an owner nobody could manage administrators */
async function requireOtherOwner(manager: EntityManager, admin: Admin): Promise<void> {
  if (admin.role !== 'owner' || !admin.enabled) return;
  // Only one transaction at a time makes this check. Otherwise two owners could concurrently demote each other, and no
  // owner would remain.
  await serializeTransactions(manager);
  const owners = await manager.findBy(Admin, { role: 'owner', enabled: true });
  if (owners.every(({ id }) => id === admin.id)) {
    throw refusal('last_owner');
  }
}
