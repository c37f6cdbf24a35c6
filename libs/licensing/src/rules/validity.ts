import type { LicenceHolder } from '@app/database';

export function isPermanent(holder: Pick<LicenceHolder, 'status' | 'expiresAt'>): boolean {
  return holder.status === 'activated' && holder.expiresAt === null;
}

/** @param now epoch milliseconds */
export function isExpired({ expiresAt }: Pick<LicenceHolder, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}
