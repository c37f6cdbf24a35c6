import { REFUSAL_PERIOD_MS } from '@app/usage';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { type HolderKindName, type LicenceHolder, Refusal, Session } from '@app/database';

/**
 * The device that tried to log in last, whether it was refused or not, and from where; undefined: none did. A refusal
 * that was kept stands for those of the minute after it as well, so it comes before a login within that minute: who was
 * refused is who needs help.
 */
export async function findLastTry(
  manager: EntityManager,
  holderKind: HolderKindName,
  { id: holderId, applicationId }: Pick<LicenceHolder, 'id' | 'applicationId'>,
  name: string,
): Promise<{ deviceId: string | null; ip: string } | undefined> {
  const endpoint = In([`${holderKind}/login`, `${holderKind}/register`]);
  const refusal = await manager.findOne(Refusal, {
    where: { applicationId, name, endpoint, deviceId: Not(IsNull()) },
    order: { id: 'DESC' },
  });
  const session = await manager.findOne(Session, {
    where: { holderKind, holderId },
    // By time first: MySQL would walk over all sessions there are, were it asked for the latest id.
    order: { createdAt: 'DESC', id: 'DESC' },
  });
  if (!refusal || !session) return refusal ?? session ?? undefined;
  return refusal.at + REFUSAL_PERIOD_MS > session.createdAt ? refusal : session;
}
