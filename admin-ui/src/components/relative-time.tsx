import { Tooltip } from '@mui/material';
import { useFormatLocale, useFormatTime } from './use-format-time';
import { relativeTime } from './relative-time-text';

/** A time as people say it, such as "5 min. ago", with the exact time on hover. */
export function RelativeTime({ at }: { at: number }) {
  const locale = useFormatLocale();
  const formatTime = useFormatTime();
  return (
    <Tooltip title={formatTime(at)} describeChild>
      <time dateTime={new Date(at).toISOString()}>{relativeTime(at, Date.now(), locale)}</time>
    </Tooltip>
  );
}
