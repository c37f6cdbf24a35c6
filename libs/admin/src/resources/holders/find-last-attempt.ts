import { REFUSAL_PERIOD_MS } from '@app/usage';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { type HolderKindName, type LicenceHolder, Refusal, Session } from '@app/database';

/**
 * Returns the device and address of the last login attempt, accepted or refused; `undefined` if there was no attempt.
 * Identical refusals within a minute are recorded only once, at the first. The request may therefore have been
 * refused again after a login in that minute, so the refusal takes precedence over this login: the refused device needs
 * help.
 */
export async function findLastAttempt(
  manager: EntityManager,
  holderKind: HolderKindName,
  { id: holderId, applicationId }: Pick<LicenceHolder, 'id' | 'applicationId'>,
  name: string,
): Promise<{ deviceId: string | null; ip: string } | undefined> {
  const endpoint = In([`${holderKind}/login`, `${holderKind}/register`]);
  const refusal = await manager.findOne(Refusal, {
    where: { applicationId, name, endpoint, deviceId: Not(IsNull()) },
    order: { at: 'DESC', id: 'DESC' },
  });
  const session = await manager.findOne(Session, {
    where: { holderKind, holderId },
    // Sorted by time first: if sorted only by id, MySQL would scan all sessions.
    order: { createdAt: 'DESC', id: 'DESC' },
  });
  if (!refusal || !session) return refusal ?? session ?? undefined;
  return refusal.at + REFUSAL_PERIOD_MS > session.createdAt ? refusal : session;
}
