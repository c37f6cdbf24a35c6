import { type EntityManager, IsNull } from 'typeorm';
import { rowLock, Session } from '@app/database';
import { RefusalError } from '../refusal-error.js';
import type { CachedSession } from './session-cache.js';

/**
 * Under the holder's lock: a session that was active may have ended while its caller waited. Its row is locked too, for
 * a logout, which does without the holder's lock.
 * @throws RefusalError 10214
 */
export async function requireStillOpen(
  manager: EntityManager,
  { id }: Pick<CachedSession, 'id'>,
): Promise<void> {
  const open = { where: { id, endedAt: IsNull() }, ...rowLock(manager) };
  if (!(await manager.findOne(Session, open))) throw new RefusalError('SESSION_INVALID');
}
