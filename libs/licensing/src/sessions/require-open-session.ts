import { type EntityManager, IsNull } from 'typeorm';
import { rowLock, Session } from '@app/database';
import { RefusalError } from '../refusal-error.js';
import type { CachedSession } from './session-cache.js';

/**
 * Refuses a session that ended while its caller waited for the holder's lock. The session's row is locked too, because
 * a logout does not take the holder's lock.
 * @throws RefusalError 10214 if the session has ended
 */
export async function requireOpenSession(
  manager: EntityManager,
  { id }: Pick<CachedSession, 'id'>,
): Promise<void> {
  const open = { where: { id, endedAt: IsNull() }, ...rowLock(manager) };
  if (!(await manager.findOne(Session, open))) throw new RefusalError('SESSION_INVALID');
}
