import type { EntityManager } from 'typeorm';
import { Admin, AdminApplication, type Role } from '@app/database';
import type { Principal } from '../access/actor.js';

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

/** Returns the ids of the applications assigned to an administrator. */
export async function applicationsOf(manager: EntityManager, adminId: number): Promise<number[]> {
  const rows = await manager.find(AdminApplication, { where: { adminId }, order: { applicationId: 'ASC' } });
  return rows.map(({ applicationId }) => applicationId);
}
