import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ApiToken, ApiTokenApplication } from '@app/database';
import type { Principal } from '../access/actor.js';
import { lesserRole, limitApplications } from '../access/roles.js';
import { loadPrincipal } from './load-principal.js';
import { hashSecretToken } from './secret-token.js';

const MINUTE_MS = 60_000;

/** Finds out what an API token opens. */
@Injectable()
export class ApiTokenAuthentication {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Whose token it is, when it is valid: at most what its administrator may do at this moment. */
  async identify(text: string, now: number): Promise<Principal | undefined> {
    const { manager } = this.dataSource;
    const token = await manager.findOneBy(ApiToken, { tokenHash: hashSecretToken(text) });
    if (!token || (token.expiresAt !== null && token.expiresAt <= now)) return undefined;
    const admin = await loadPrincipal(manager, token.adminId);
    if (!admin) return undefined;
    const limit = token.allApplications
      ? undefined
      : (await manager.findBy(ApiTokenApplication, { tokenId: token.id })).map((row) => row.applicationId);
    if (token.lastUsedAt === null || now - token.lastUsedAt >= MINUTE_MS) {
      // Being used is no change that an editor of the token has to hear of.
      const used = { lastUsedAt: now, rowVersion: () => 'row_version' };
      await manager.update(ApiToken, { id: token.id }, used);
    }
    return {
      kind: 'token',
      adminId: token.adminId,
      name: `${admin.name} (${token.name})`.slice(0, 255),
      // Who may manage administrators could give away more than a limited token has.
      role: lesserRole(admin.role, limit ? lesserRole(token.role, 'manager') : token.role),
      applications: limitApplications(admin.applications, limit),
    };
  }
}
