import { useMemo } from 'react';
import { useLocale } from 'react-admin';
import { useApplication } from '../layout/application-context';
import { zoneName } from './zoned-time';

/** The format of all times, without their zone. */
export const TIME_FORMAT = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const;

/** Returns the locale of numbers and times. */
export function useFormatLocale(): 'en' | 'zh-CN' {
  return useLocale() === 'zh' ? 'zh-CN' : 'en';
}

/** Returns the time zone of the panel: the selected application's or, without an application, the browser's. */
export function useTimeZone(): string {
  return useApplication()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns a formatter of times, such as `Nov 23, 2026, 14:25`. */
export function useFormatTime(): (epochMs: number | null | undefined) => string {
  const format = useFormat(TIME_FORMAT.timeStyle);
  return (epochMs) => (epochMs == null ? '–' : format.format(epochMs));
}

/** Returns a formatter of exact times with their zone, such as `Nov 23, 2026, 14:25:07, Asia/Shanghai (GMT+8)`. */
export function useFormatExactTime(): (epochMs: number) => string {
  const format = useFormat('medium');
  const timeZone = useTimeZone();
  return (epochMs) => `${format.format(epochMs)}, ${zoneName(timeZone, epochMs)}`;
}

function useFormat(timeStyle: 'short' | 'medium'): Intl.DateTimeFormat {
  const locale = useFormatLocale();
  const timeZone = useTimeZone();
  return useMemo(
    () => new Intl.DateTimeFormat(locale, { ...TIME_FORMAT, timeStyle, timeZone }),
    [locale, timeStyle, timeZone],
  );
}
