import type { Application } from '@app/database';

/** Returns the interval between heartbeats that clients are told, in seconds: a third of the timeout unless it is set. */
export function heartbeatInterval({
  hg,
  heartbeatTimeoutSec,
}: Pick<Application, 'hg' | 'heartbeatTimeoutSec'>): number {
  return hg ?? Math.floor(heartbeatTimeoutSec / 3);
}
