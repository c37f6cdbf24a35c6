import { type EntityManager, MoreThan } from 'typeorm';
import { type Notifier, NotifierMessage } from '@app/database';

/** Columns of a notifier whose pause ends: the cause of its failures is gone. */
export const NO_PAUSE = { pausedUntil: 0, failures: 0 } as const satisfies Partial<Notifier>;

/**
 * Makes the messages due that failed before the pause of a notifier ended. Called in the transaction that writes
 * `NO_PAUSE`.
 * @param now epoch milliseconds
 */
export async function retryMessagesNow(
  manager: EntityManager,
  notifierId: number,
  now: number,
): Promise<void> {
  await manager.update(NotifierMessage, { notifierId, nextAt: MoreThan(now) }, { nextAt: now });
}
