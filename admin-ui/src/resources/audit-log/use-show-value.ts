import { useTranslate } from 'react-admin';
import { useFormatTime } from '../../components/use-format-time';

/** Returns a formatter of logged values. */
export function useShowValue(): (field: string, value: unknown) => string {
  const translate = useTranslate();
  const formatTime = useFormatTime();
  return (field, value) => {
    if (value === undefined || value === null || value === '') return '–';
    if (typeof value === 'boolean') return translate(`ra.boolean.${value}`);
    if (typeof value === 'number' && /(At|Until)$/.test(field)) return formatTime(value);
    if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
      return value.join(', ') || '–';
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
}
