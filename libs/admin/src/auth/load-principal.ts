import type { EntityManager } from 'typeorm';
import { Admin, AdminApplication, ApiToken, ApiTokenApplication, type Role } from '@app/database';
import type { Principal } from '../access/actor.js';
import { lesserRole, limitApplications, mayHaveToken } from '../access/roles.js';

/** The rights of an administrator. Only API tokens have the role `issuer`. */
type AdminPrincipal = Principal & { readonly role: Role };

/**
 * Returns the current rights of an administrator, or `undefined` if the administrator does not exist or is disabled.
 */
export async function loadPrincipal(
  manager: EntityManager,
  adminId: number,
): Promise<AdminPrincipal | undefined> {
  const admin = await manager.findOneBy(Admin, { id: adminId, enabled: true });
  if (!admin) return undefined;
  const applications = admin.role === 'owner' ? undefined : new Set(await applicationsOf(manager, adminId));
  return { kind: 'admin', adminId, name: admin.email, role: admin.role, applications };
}

/** Returns a valid API token and its principal, with at most the current rights of its administrator. */
export async function loadToken(
  manager: EntityManager,
  which: { readonly id: number } | { readonly tokenHash: string },
  now: number,
): Promise<{ token: ApiToken; principal: Principal } | undefined> {
  const token = await manager.findOneBy(ApiToken, which);
  if (!token || (token.expiresAt !== null && token.expiresAt <= now)) return undefined;
  const admin = await loadPrincipal(manager, token.adminId);
  if (!admin) return undefined;
  // A token with the role `issuer` is invalid once its administrator may no longer create such tokens: there is no
  // lower role to which the token could be reduced.
  if (token.role === 'issuer' && !mayHaveToken(admin.role, 'issuer')) return undefined;
  const limit = token.allApplications
    ? undefined
    : (await manager.findBy(ApiTokenApplication, { tokenId: token.id })).map((row) => row.applicationId);
  const principal: Principal = {
    kind: 'token',
    adminId: token.adminId,
    name: `${admin.name} (${token.name})`.slice(0, 255),
    // A token limited to certain applications has at most the role `manager`. An owner can grant rights, so a token
    // with the role `owner` could lift its own limit.
    role: lesserRole(admin.role, limit ? lesserRole('manager', token.role) : token.role),
    applications: limitApplications(admin.applications, limit),
    tokenId: token.id,
  };
  return { token, principal };
}

/**
 * Returns the current rights of the caller of an earlier request, even if the caller's panel session has ended. Returns
 * `undefined` if the administrator or the API token has become invalid.
 */
export async function reloadPrincipal(
  manager: EntityManager,
  { adminId, tokenId }: Principal,
  now: number,
): Promise<Principal | undefined> {
  if (tokenId === undefined) return loadPrincipal(manager, adminId);
  return (await loadToken(manager, { id: tokenId }, now))?.principal;
}

/** Returns the ids of the applications assigned to an administrator. */
export async function applicationsOf(manager: EntityManager, adminId: number): Promise<number[]> {
  const rows = await manager.find(AdminApplication, { where: { adminId }, order: { applicationId: 'ASC' } });
  return rows.map(({ applicationId }) => applicationId);
}
