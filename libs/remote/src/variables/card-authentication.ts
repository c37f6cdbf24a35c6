import type { Card } from '@app/database';
import { isExpired } from '@app/licensing';

/**
 * True when a card grants access to variables with card authentication: its time is running and it is not frozen.
 * @param now epoch milliseconds
 */
export function isValidNow(card: Pick<Card, 'status' | 'frozen' | 'expiresAt'>, now: number): boolean {
  return card.status === 'activated' && !card.frozen && !isExpired(card, now);
}
