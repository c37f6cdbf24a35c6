import { type EntityManager, IsNull } from 'typeorm';
import { type Block, Session } from '@app/database';
import { endSessions, type SessionKey } from '@app/licensing';

const BATCH = 500;

/**
 * Ends the open sessions of the device that a block names, and gives them.
 * @param now epoch milliseconds
 */
export async function endDeviceSessions(
  manager: EntityManager,
  { pattern: deviceId, applicationId }: Pick<Block, 'pattern' | 'applicationId'>,
  now: number,
): Promise<SessionKey[]> {
  const all: SessionKey[] = [];
  for (;;) {
    const open = await manager.find(Session, {
      select: { id: true, tokenHash: true, holderKind: true, holderId: true },
      where: { deviceId, endedAt: IsNull(), ...(applicationId !== null && { applicationId }) },
      take: BATCH,
    });
    await endSessions(manager, open, 'kicked', now);
    all.push(...open);
    if (open.length < BATCH) return all;
  }
}
