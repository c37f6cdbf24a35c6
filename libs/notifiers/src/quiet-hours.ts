import type { Notifier } from '@app/database';
import { toEpochMs } from './local-time.js';

/**
 * Returns the end of the quiet hours that contain a moment; undefined outside of them. Quiet hours may cross midnight;
 * if start and end are equal, there are none.
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
  // When the clocks go back, the end may lie before the moment.
  return end > now ? end : undefined;
}
