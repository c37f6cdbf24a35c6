import { useLocale } from 'react-admin';
import { formatSize } from './values';

/** Returns a formatter of sizes in bytes. */
export function useFormatSize(): (bytes: number) => string {
  const locale = useLocale();
  return (bytes) => formatSize(bytes, locale!);
}
