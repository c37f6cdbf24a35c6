import type { LicenceHolder } from '@app/database';

/** Columns of cards and users that administrators see. */
export const HOLDER_FIELDS = [
  'status',
  'frozen',
  'durationUnit',
  'durationAmount',
  'maxSessions',
  'maxDevices',
  'unbindLimit',
  'features',
  'offlineHours',
  'unbindsUsed',
  'uses',
  'usesPeriod',
  'usesUsed',
  'usesCountedAt',
  'activatedAt',
  'expiresAt',
  'config',
  'note',
] as const satisfies (keyof LicenceHolder)[];
