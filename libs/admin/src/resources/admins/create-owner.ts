import type { EntityManager } from 'typeorm';
import { Admin } from '@app/database';
import { AuditTrail } from '../../audit/audit-trail.js';

/**
 * Creates an owner outside the API: at the first start, or from the command line.
 * @param passwordHash argon2id
 * @param now epoch milliseconds
 */
export async function createOwner(
  manager: EntityManager,
  email: string,
  passwordHash: string,
  now: number,
): Promise<void> {
  const owner = { email: email.toLowerCase(), name: 'Owner', role: 'owner', enabled: true } as const;
  const admin = manager.create(Admin, { ...owner, passwordHash, createdAt: now, updatedAt: now });
  await manager.insert(Admin, admin);
  const principal = { kind: 'server', adminId: null, name: 'server' } as const;
  const author = { principal, now, ip: '', requestId: '' };
  const change = {
    resource: 'admins',
    recordId: admin.id,
    recordName: owner.email,
    action: 'create' as const,
  };
  await new AuditTrail().record(manager, author, { ...change, after: owner });
}
