import type { LicenceHolder } from '@app/database';
import type { SessionHolder } from '../holder-kind.js';

export function isPermanent(holder: Pick<LicenceHolder, 'status' | 'expiresAt'>): boolean {
  return holder.status === 'activated' && holder.expiresAt === null;
}

/** True when a holder may have sessions: it was activated and is not frozen. */
export function mayHaveSessions({ status = 'activated', frozen }: SessionHolder): boolean {
  return status === 'activated' && !frozen;
}

/** @param now epoch milliseconds */
export function isExpired({ expiresAt }: Pick<LicenceHolder, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}
