import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ApiToken, ApiTokenApplication } from '@app/database';
import { type Actor } from '../../access/actor.js';
import { mayHaveToken } from '../../access/roles.js';
import { AdminError, invalid, notFound, problem } from '../../errors/admin-error.js';
import type { ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { hashSecretToken, newSecretToken } from '../../auth/secret-token.js';
import { whereEqual } from '../../crud/filters.js';
import { CrudService, requireOwnApplication } from '../../crud/crud.service.js';
import { toDto, type Resource } from '../../crud/resource.js';
import {
  API_TOKEN_FIELDS,
  type ApiTokenDto,
  type ApiTokenFilter,
  type CreateApiTokenDto,
  type NewApiTokenDto,
} from './api-token.dto.js';

const PREFIX = 'lk_';
const HINT_LENGTH = 8;

/** Tokens belong to administrators, not to applications, so this service checks access itself. */
const API_TOKENS: Resource<ApiToken, ApiTokenFilter> = {
  name: 'api-tokens',
  singular: 'API token',
  entity: ApiToken,
  fields: API_TOKEN_FIELDS,
  nameOf: ({ name }) => name,
  applyFilter: (query, filter) => {
    whereEqual(query, filter, 'adminId');
  },
};

/**
 * Manages API tokens for programs. Administrators manage their own tokens; owners see and revoke all tokens. A token that
 * is limited to certain applications sees only itself.
 */
@Injectable()
export class ApiTokenService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
  ) {}

  async list(actor: Actor, { filter, ...query }: ListQuery<ApiTokenFilter>): Promise<Page<ApiTokenDto>> {
    const { id, ...own } = await this.visibleTo(actor);
    const ids = id !== undefined && { id: filter.id?.filter((each) => each === id) ?? [id] };
    const { rows, from, total } = await this.crud.list(unlimited(actor), API_TOKENS, {
      ...query,
      filter: { ...filter, ...own, ...ids },
    });
    return new Page(await Promise.all(rows.map((token) => this.show(token))), from, total);
  }

  async get(actor: Actor, id: number): Promise<ApiTokenDto> {
    const token = await this.crud.get(unlimited(actor), API_TOKENS, id);
    const visible = { id, adminId: token.adminId, ...(await this.visibleTo(actor)) };
    if (token.id !== visible.id || token.adminId !== visible.adminId) throw notFound(API_TOKENS.singular);
    return this.show(token);
  }

  /** @throws AdminError 422 if the token would have more rights than its administrator */
  async create(actor: Actor, dto: CreateApiTokenDto): Promise<NewApiTokenDto> {
    const { name, role, applicationIds, expiresAt = null } = dto;
    const { principal, now } = actor;
    if (!mayHaveToken(principal.role, role))
      throw invalid({ role: problem('role_above_yours', { role: principal.role }) });
    if (role === 'owner' && applicationIds) {
      throw invalid({ role: problem('owner_has_all') });
    }
    if (expiresAt !== null && expiresAt <= now) throw invalid({ expiresAt: problem('not_in_future') });
    const token = newSecretToken(PREFIX);
    const values = {
      adminId: principal.adminId,
      name,
      role,
      expiresAt,
      allApplications: applicationIds === undefined,
      tokenHash: hashSecretToken(token),
      hint: token.slice(0, HINT_LENGTH),
    };
    const limit = [...new Set(applicationIds)];
    const limitToken = async ({ id }: ApiToken, manager: EntityManager) => {
      for (const applicationId of limit) {
        await requireApplication(manager, actor, applicationId);
        await manager.insert(ApiTokenApplication, { tokenId: id, applicationId });
      }
      return { before: {}, after: { applicationIds: limit } };
    };
    const created = await this.crud.create(unlimited(actor), API_TOKENS, values, undefined, limitToken);
    return { ...(await this.show(created)), token };
  }

  /** Revokes a token with immediate effect. */
  async revoke(actor: Actor, id: number): Promise<ApiTokenDto> {
    const shown = await this.get(actor, id);
    await this.crud.delete(unlimited(actor), API_TOKENS, id);
    return shown;
  }

  /** Returns the id, or the administrator, of the tokens that the caller may see; neither if it may see all tokens. */
  private async visibleTo({ principal }: Actor): Promise<{ id?: number; adminId?: number }> {
    const { role, adminId, tokenId } = principal;
    if (tokenId !== undefined) {
      const caller = await this.dataSource.manager.findOneBy(ApiToken, { id: tokenId });
      if (!caller?.allApplications) return { id: tokenId };
    }
    return role === 'owner' ? {} : { adminId };
  }

  private async show(token: ApiToken): Promise<ApiTokenDto> {
    const limit = await this.dataSource.manager.findBy(ApiTokenApplication, { tokenId: token.id });
    const applicationIds = limit.map(({ applicationId }) => applicationId).toSorted((a, b) => a - b);
    return { ...toDto(token, API_TOKEN_FIELDS), applicationIds };
  }
}

/**
 * Returns a copy of the actor that has access to all applications. Tokens belong to no application, so `CrudService`
 * would hide them from an actor that is limited to some applications.
 */
function unlimited(actor: Actor): Actor {
  return { ...actor, principal: { ...actor.principal, applications: undefined } };
}

async function requireApplication(
  manager: EntityManager,
  actor: Actor,
  applicationId: number,
): Promise<void> {
  try {
    await requireOwnApplication(manager, actor, applicationId);
  } catch (error) {
    if (!(error instanceof AdminError)) throw error;
    throw invalid({ applicationIds: problem('foreign_applications') });
  }
}
