import { REFUSAL_PERIOD_MS } from '@app/usage';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { type HolderKindName, type LicenceHolder, Refusal, Session } from '@app/database';

/**
 * Returns the device and address of the last login attempt, accepted or refused; `undefined` if there was no attempt.
 * Of identical refusals within a minute, only the first is recorded. A login within this minute may therefore have been
 * followed by another refusal, so the refusal counts as the last attempt: the refused device needs help.
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
