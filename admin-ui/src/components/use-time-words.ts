import { useLocale } from 'react-admin';

/** Says times within a sentence as `DateField` shows them. */
export function useTimeWords(): (epochMs: number | null | undefined) => string {
  const locale = useLocale() === 'zh' ? 'zh-CN' : 'en';
  return (epochMs) => (epochMs == null ? '–' : new Date(epochMs).toLocaleString(locale));
}
