import type { Notifier } from '@app/database';
import { toEpochMs } from './local-time.js';

/**
 * Returns the day of the latest digest that should have been sent, such as `2026-01-14`: the day before the latest
 * digest hour. Returns undefined if the notifier was created after that hour.
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
