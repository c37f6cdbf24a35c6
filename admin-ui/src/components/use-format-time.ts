import { useLocale } from 'react-admin';

/** Returns the locale of numbers and times. */
export function useFormatLocale(): 'en' | 'zh-CN' {
  return useLocale() === 'zh' ? 'zh-CN' : 'en';
}

/** Returns a formatter of times within sentences, in the format of `DateField`. */
export function useFormatTime(): (epochMs: number | null | undefined) => string {
  const locale = useFormatLocale();
  return (epochMs) => (epochMs == null ? '–' : new Date(epochMs).toLocaleString(locale));
}
