import type { Dto } from '../../api/types';

/** The time of a session's next heartbeat, relative to now. */
export interface NextHeartbeat {
  /** Milliseconds until the heartbeat; negative if the heartbeat is late. */
  dueMs: number;
  /** Milliseconds until the session ends if no heartbeat arrives; 0 if it can end at any moment. */
  endsMs: number;
}

interface Beat {
  /** Suggested heartbeat interval in seconds; null means a third of `heartbeatTimeoutSec`. */
  hg: number | null;
  heartbeatTimeoutSec: number;
}

/** Maximum interval in seconds that the server suggests to trials. */
const TRIAL_INTERVAL_SEC = 30;
/** Maximum seconds from a trial's login to its first heartbeat. */
const TRIAL_FIRST_SEC = 60;

/** Returns when the next heartbeat of an open session is due. */
export function nextHeartbeat(
  {
    holderKind,
    createdAt,
    lastSeenAt,
  }: Pick<Dto<'ClientSessionDto'>, 'holderKind' | 'createdAt' | 'lastSeenAt'>,
  { hg, heartbeatTimeoutSec }: Beat,
  now: number,
): NextHeartbeat {
  const isTrial = holderKind === 'trial';
  const isFirst = lastSeenAt === createdAt;
  const interval = hg ?? Math.floor(heartbeatTimeoutSec / 3);
  const intervalSec = isTrial ? Math.min(interval, TRIAL_INTERVAL_SEC) : interval;
  const timeoutSec =
    isTrial && isFirst ? Math.min(heartbeatTimeoutSec, TRIAL_FIRST_SEC) : heartbeatTimeoutSec;
  return {
    dueMs: lastSeenAt + intervalSec * 1000 - now,
    endsMs: Math.max(0, lastSeenAt + timeoutSec * 1000 - now),
  };
}
