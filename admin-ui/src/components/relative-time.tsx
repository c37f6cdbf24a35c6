import { relativeTime } from './relative-time-text';
import { Time } from './time-field';
import { useFormatLocale } from './use-format-time';

/** A relative time, such as "5 min. ago"; a tooltip shows the exact time. */
export function RelativeTime({ at }: { at: number }) {
  const locale = useFormatLocale();
  return <Time epochMs={at} words={relativeTime(at - Date.now(), locale)} />;
}
