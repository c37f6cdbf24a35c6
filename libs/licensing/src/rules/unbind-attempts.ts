import type { Card } from '@app/database';
import { isFromWrongClock } from './wrong-clock.js';

const WINDOW_MS = 15 * 60_000;
const MAX_WRONG = 5;

type Attempts = Pick<Card, 'unbindFailures' | 'unbindFailuresSince'>;

/**
 * Returns the seconds until a card accepts unbind passwords again, or 0 if it accepts them now. After five wrong
 * passwords, the card refuses every password until 15 minutes after the first wrong one.
 * @param now epoch milliseconds
 */
export function lockedForSec({ unbindFailures, unbindFailuresSince }: Attempts, now: number): number {
  if (unbindFailures < MAX_WRONG) return 0;
  return Math.max(0, Math.ceil((windowEnd(unbindFailuresSince, now) - now) / 1000));
}

/** Returns the new values of the failure count after another wrong password. */
export function countWrong({ unbindFailures, unbindFailuresSince }: Attempts, now: number): Attempts {
  return now < windowEnd(unbindFailuresSince, now)
    ? { unbindFailures: unbindFailures + 1, unbindFailuresSince }
    : { unbindFailures: 1, unbindFailuresSince: now };
}

/** Returns the end of the period over which wrong passwords are counted; 0 if none were counted. */
function windowEnd(since: number | null, now: number): number {
  return since === null || isFromWrongClock(since, now) ? 0 : since + WINDOW_MS;
}
