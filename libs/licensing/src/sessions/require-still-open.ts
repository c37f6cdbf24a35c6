import { type EntityManager, IsNull } from 'typeorm';
import { ClientError } from '@app/auth-signature';
import { rowLock, Session } from '@app/database';
import type { LiveSession } from './session-store.js';

/**
 * Under the holder's lock: a session that was active may have ended while its caller waited. Its row is locked too, for
 * a logout, which does without the holder's lock.
 * @throws ClientError 10214
 */
export async function requireStillOpen(
  manager: EntityManager,
  { id }: Pick<LiveSession, 'id'>,
): Promise<void> {
  const open = { where: { id, endedAt: IsNull() }, ...rowLock(manager) };
  if (!(await manager.findOne(Session, open))) throw new ClientError('SESSION_INVALID');
}
