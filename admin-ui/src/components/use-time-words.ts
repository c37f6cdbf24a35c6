import { useLocale } from 'react-admin';

/** Returns a formatter of times within sentences, in the format of `DateField`. */
export function useTimeWords(): (epochMs: number | null | undefined) => string {
  const locale = useLocale() === 'zh' ? 'zh-CN' : 'en';
  return (epochMs) => (epochMs == null ? '–' : new Date(epochMs).toLocaleString(locale));
}
