import type { Application } from '@app/database';

/** Returns the suggested interval between heartbeats in seconds; by default a third of the timeout. */
export function heartbeatInterval({
  hg,
  heartbeatTimeoutSec,
}: Pick<Application, 'hg' | 'heartbeatTimeoutSec'>): number {
  return hg ?? Math.floor(heartbeatTimeoutSec / 3);
}
