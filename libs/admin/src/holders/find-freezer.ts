import { type EntityManager, In } from 'typeorm';
import { AuditRecord } from '@app/database';

/** Who froze a card or a user, and when, as far as the audit log tells: of a job over many cards it does not. */
export async function findFreezer(
  manager: EntityManager,
  resource: string,
  id: number,
): Promise<{ frozenBy: string | null; frozenAt: number | null }> {
  const last = await manager.findOne(AuditRecord, {
    where: { resource, recordId: String(id), action: In(['freeze', 'unfreeze']) },
    order: { id: 'DESC' },
  });
  const isKnown = last?.action === 'freeze';
  return { frozenBy: isKnown ? last.actorName : null, frozenAt: isKnown ? last.at : null };
}
