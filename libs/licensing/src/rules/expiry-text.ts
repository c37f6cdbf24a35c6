import { toSeconds } from '@app/platform';
import type { Expiry } from '../holder.result.js';

/**
 * Formats an expiry for clients. Null means permanent and is shown as the end of 2099. Do not call this function for an
 * unused holder, whose expiry is not known yet.
 */
export function showExpiry(expiresAt: number | null, timeZone: string): Expiry {
  const local =
    expiresAt === null
      ? Temporal.ZonedDateTime.from(`2099-12-31T23:59:59[${timeZone}]`)
      : Temporal.Instant.fromEpochMilliseconds(expiresAt).toZonedDateTimeISO(timeZone);
  const expires = local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
  return { expires, expires_ts: toSeconds(local.epochMilliseconds) };
}
