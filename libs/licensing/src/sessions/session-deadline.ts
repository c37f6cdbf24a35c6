/**
 * Sessions last seen before this time (epoch milliseconds) are dead: no heartbeat came within the timeout. One seen
 * exactly at it still lives.
 */
export function aliveSince(now: number, { heartbeatTimeoutSec }: { heartbeatTimeoutSec: number }): number {
  return now - heartbeatTimeoutSec * 1000;
}
