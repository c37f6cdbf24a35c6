import { type EntityManager, IsNull, LessThan, LessThanOrEqual, Not } from 'typeorm';
import { Session } from '@app/database';

/**
 * Deletes a holder's ended sessions except the latest ones. Otherwise a client that logs in repeatedly would create
 * rows without limit. The statements use the index `ix_sessions_holder`, to which the database appends the session id.
 */
export async function trimEndedSessions(
  manager: EntityManager,
  { holderKind, holderId }: Pick<Session, 'holderKind' | 'holderId'>,
  kept: number,
): Promise<void> {
  const [oldest] = await manager.find(Session, {
    select: { id: true, endedAt: true },
    where: { holderKind, holderId, endedAt: Not(IsNull()) },
    order: { endedAt: 'DESC', id: 'DESC' },
    skip: kept,
    take: 1,
  });
  if (!oldest) return;
  const { id, endedAt } = oldest;
  const ofHolder = { holderKind, holderId };
  await manager.delete(Session, { ...ofHolder, endedAt: LessThan(endedAt!) });
  await manager.delete(Session, { ...ofHolder, endedAt: endedAt!, id: LessThanOrEqual(id) });
}
