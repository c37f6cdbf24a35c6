import type { Notifier } from '@app/database';
import { toEpochMs } from './local-time.js';

/**
 * Returns the end of the current quiet hours, or undefined if it is not quiet now. Quiet hours may cross midnight. If
 * start and end are equal, there are no quiet hours.
 * @param now epoch milliseconds
 */
export function quietUntil(
  { quietFrom, quietTo, timeZone }: Pick<Notifier, 'quietFrom' | 'quietTo' | 'timeZone'>,
  now: number,
): number | undefined {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return undefined;
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const isQuiet =
    quietFrom < quietTo ? time >= quietFrom && time < quietTo : time >= quietFrom || time < quietTo;
  if (!isQuiet) return undefined;
  const endsToday = time < quietTo;
  const end = toEpochMs(local.toPlainDate().add({ days: endsToday ? 0 : 1 }), quietTo, timeZone);
  // When the clocks go back, the end may be earlier than now.
  return end > now ? end : undefined;
}
