import type { CachedSession } from './session-cache.js';

/** Lifetime of a copy after its last heartbeat, beyond the timeout, in milliseconds. */
const LINGER_MS = 60_000;
/** Time in milliseconds for which a change that did not report its end prevents copies of its holder. */
export const SUSPENDED_MS = 30_000;
/** Maximum age of a version for `put` in milliseconds. Changes are stored only slightly longer. */
export const MAX_TICKET_AGE_MS = 25_000;
/** Time in milliseconds for which the last heartbeat of an invalidated copy is kept. It is usually saved within a second. */
export const BEAT_MS = 300_000;

/** Returns the lifetime of a session's copy in milliseconds. */
export function keepMs({ heartbeatTimeoutSec }: CachedSession): number {
  return heartbeatTimeoutSec * 1000 + LINGER_MS;
}
