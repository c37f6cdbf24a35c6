import { type EntityManager, In } from 'typeorm';
import { AuditRecord } from '@app/database';

/**
 * Returns who froze a card or user, when and why, as far as the audit log knows; freezes by bulk jobs are not found.
 */
export async function findFreezer(
  manager: EntityManager,
  resource: string,
  id: number,
): Promise<{ frozenBy: string | null; frozenAt: number | null; frozenReason: string | null }> {
  const last = await manager.findOne(AuditRecord, {
    where: { resource, recordId: String(id), action: In(['freeze', 'unfreeze']) },
    order: { id: 'DESC' },
  });
  const isKnown = last?.action === 'freeze';
  if (!isKnown) return { frozenBy: null, frozenAt: null, frozenReason: null };
  const { reason = null } = JSON.parse(last.after ?? '{}') as { reason?: string };
  return { frozenBy: last.actorName, frozenAt: last.at, frozenReason: reason };
}
