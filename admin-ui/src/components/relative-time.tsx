import { Tooltip } from '@mui/material';
import { useFormatLocale, useFormatTime } from './use-format-time';

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** A time as people say it, such as "3 hours ago", with the exact time on hover. */
export function RelativeTime({ at }: { at: number }) {
  const locale = useFormatLocale();
  const formatTime = useFormatTime();
  return (
    <Tooltip title={formatTime(at)}>
      <time dateTime={new Date(at).toISOString()} style={{ whiteSpace: 'nowrap' }}>
        {relativeText(at, Date.now(), locale)}
      </time>
    </Tooltip>
  );
}

/** Returns a time relative to now, such as "3 hours ago". */
export function relativeText(at: number, now: number, locale: string): string {
  const seconds = Math.round((at - now) / 1000);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const found = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  return found ? format.format(Math.trunc(seconds / found[1]), found[0]) : format.format(0, 'second');
}
