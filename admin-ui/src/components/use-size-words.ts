import { useLocale } from 'react-admin';

const UNITS = ['B', 'KiB', 'MiB', 'GiB'];

/** Returns a formatter of sizes in bytes. */
export function useSizeWords(): (bytes: number) => string {
  const locale = useLocale();
  return (bytes) => {
    let size = bytes;
    let unit = 0;
    while (size >= 1024 && unit < UNITS.length - 1) {
      size /= 1024;
      unit += 1;
    }
    const number = size.toLocaleString(locale, { maximumFractionDigits: unit === 0 ? 0 : 1 });
    return `${number} ${UNITS[unit]}`;
  };
}
