import type { Notifier } from '@app/database';
import { toEpochMs } from './local-time.js';

/**
 * Returns the day that the latest due digest covers, such as `2026-01-14`. A digest is due at the digest hour and
 * covers the day before. Returns undefined if the notifier was created after the latest digest hour.
 * @param now epoch milliseconds
 */
export function digestDay(
  { digestHour, timeZone, createdAt }: Pick<Notifier, 'digestHour' | 'timeZone' | 'createdAt'>,
  now: number,
): string | undefined {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const hour = `${String(digestHour).padStart(2, '0')}:00`;
  const day = toEpochMs(today, hour, timeZone) <= now ? today : today.subtract({ days: 1 });
  if (toEpochMs(day, hour, timeZone) < createdAt) return undefined;
  return day.subtract({ days: 1 }).toString();
}
