/** The time of a session's next heartbeat, relative to now. */
export interface NextHeartbeat {
  /** Milliseconds until the heartbeat; negative if the heartbeat is late. */
  dueMs: number;
  /** Milliseconds until the session ends without a heartbeat; 0 if it can end at any moment. */
  endsMs: number;
}

interface Beat {
  /** Suggested heartbeat interval in seconds; null means a third of the timeout. */
  hg: number | null;
  heartbeatTimeoutSec: number;
}

/** Returns when the next heartbeat of an open session is due. */
export function nextHeartbeat(
  lastSeenAt: number,
  { hg, heartbeatTimeoutSec }: Beat,
  now: number,
): NextHeartbeat {
  const interval = hg ?? Math.floor(heartbeatTimeoutSec / 3);
  return {
    dueMs: lastSeenAt + interval * 1000 - now,
    endsMs: Math.max(0, lastSeenAt + heartbeatTimeoutSec * 1000 - now),
  };
}
