import { type EntityManager, IsNull } from 'typeorm';
import { ClientError } from '@app/auth-signature';
import { Session } from '@app/database';
import type { LiveSession } from './session-store.js';

/**
 * Under the holder's lock: a session that was active may have ended while its caller waited.
 * @throws ClientError 10214
 */
export async function requireStillOpen(
  manager: EntityManager,
  { id }: Pick<LiveSession, 'id'>,
): Promise<void> {
  if (!(await manager.existsBy(Session, { id, endedAt: IsNull() }))) throw new ClientError('SESSION_INVALID');
}
