import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ApiToken, ApiTokenApplication } from '@app/database';
import { LastUseRecorder } from '@app/platform';
import type { Principal } from '../access/actor.js';
import { ReadQueue } from '../access/read-queue.js';
import { lesserRole, limitApplications, mayHaveToken } from '../access/roles.js';
import { loadPrincipal } from './load-principal.js';
import { hashSecretToken } from './secret-token.js';

/** Authenticates API tokens. */
@Injectable()
export class ApiTokenAuthentication {
  private readonly uses = new LastUseRecorder('an API token', (id, lastUsedAt) =>
    // Does not increase `rowVersion`, since using a token must not cause conflicts with edits.
    this.dataSource.manager.update(ApiToken, { id }, { lastUsedAt, rowVersion: () => 'row_version' }),
  );

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly turns: ReadQueue,
  ) {}

  /** Returns the principal of a valid token, with at most the current permissions of its administrator. */
  async identify(text: string, now: number, ip: string): Promise<Principal | undefined> {
    const tokenHash = hashSecretToken(text);
    const found = await this.turns.identify(ip, tokenHash, () => this.find(tokenHash, now));
    if (!found) return undefined;
    this.uses.record(found.token.id, found.token.lastUsedAt, now);
    return found.principal;
  }

  private async find(
    tokenHash: string,
    now: number,
  ): Promise<{ token: ApiToken; principal: Principal } | undefined> {
    const { manager } = this.dataSource;
    const token = await manager.findOneBy(ApiToken, { tokenHash });
    if (!token || (token.expiresAt !== null && token.expiresAt <= now)) return undefined;
    const admin = await loadPrincipal(manager, token.adminId);
    if (!admin) return undefined;
    // A token with the role `issuer` is invalid once its administrator may no longer create such tokens: there is no
    // lower role that it could get instead.
    if (token.role === 'issuer' && !mayHaveToken(admin.role, 'issuer')) return undefined;
    const limit = token.allApplications
      ? undefined
      : (await manager.findBy(ApiTokenApplication, { tokenId: token.id })).map((row) => row.applicationId);
    const principal: Principal = {
      kind: 'token',
      adminId: token.adminId,
      name: `${admin.name} (${token.name})`.slice(0, 255),
      // A token limited to applications has at most the role `manager`. An owner can grant rights, so a token with the
      // role `owner` could lift its own limit.
      role: lesserRole(admin.role, limit ? lesserRole('manager', token.role) : token.role),
      applications: limitApplications(admin.applications, limit),
    };
    return { token, principal };
  }
}
