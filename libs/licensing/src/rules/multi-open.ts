import type { MultiOpenPolicy } from '@app/database';

export interface OpenSession {
  deviceId: string;
  /** Time of the login in epoch milliseconds. */
  createdAt: number;
}

/**
 * Makes room for one more session. At the limit, a session of the same device is replaced, so that a crashed client can
 * log in again. If the device has no session, the application's policy decides. After the limit was lowered, replacing
 * the device's own sessions may not make enough room. In this case, too, the policy decides.
 * @param maxSessions maximum number of sessions; 0 means unlimited
 * @returns the sessions to end, or `undefined` if the login must be refused
 */
export function makeRoom<T extends OpenSession>(
  open: readonly T[],
  deviceId: string,
  maxSessions: number,
  policy: MultiOpenPolicy,
): T[] | undefined {
  const excess = maxSessions === 0 ? 0 : open.length - maxSessions + 1;
  if (excess <= 0) return [];
  const oldestFirst = open.toSorted((a, b) => a.createdAt - b.createdAt);
  const own = oldestFirst.filter((session) => session.deviceId === deviceId);
  const others = oldestFirst.filter((session) => session.deviceId !== deviceId);
  const candidates = { refuse: own, kick_oldest: [...own, ...others] }[policy];
  return candidates.length < excess ? undefined : candidates.slice(0, excess);
}
