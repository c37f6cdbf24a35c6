import type { Card } from '@app/database';

const WINDOW_MS = 15 * 60_000;
const MAX_WRONG = 5;

type Attempts = Pick<Card, 'unbindFailures' | 'unbindFailuresSince'>;

/**
 * Returns the seconds until a card accepts unbind passwords again, or 0 if it accepts them now. After five wrong
 * passwords, the card refuses every password until 15 minutes after the first wrong one.
 * @param now epoch milliseconds
 */
export function lockedForSec({ unbindFailures, unbindFailuresSince }: Attempts, now: number): number {
  if (unbindFailures < MAX_WRONG || unbindFailuresSince === null) return 0;
  return Math.max(0, Math.ceil((windowEnd(unbindFailuresSince, now) - now) / 1000));
}

/** Returns the new values of the failure count after another wrong password. */
export function countWrong({ unbindFailures, unbindFailuresSince }: Attempts, now: number): Attempts {
  const windowIsOpen = unbindFailuresSince !== null && now < windowEnd(unbindFailuresSince, now);
  return windowIsOpen
    ? { unbindFailures: unbindFailures + 1, unbindFailuresSince: Math.min(unbindFailuresSince, now) }
    : { unbindFailures: 1, unbindFailuresSince: now };
}

/** A time in the future came from a wrong clock. */
function windowEnd(since: number, now: number): number {
  return Math.min(since, now) + WINDOW_MS;
}
