/** Trims pasted text. */
export function trimmed(text: string): string {
  return text.trim();
}

/** Removes empty values: the API uses defaults for omitted fields, but refuses null. */
export function withoutEmpty(values: object): object {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}

/** Returns random hexadecimal digits. Unlike `crypto.randomUUID`, it works without HTTPS. */
export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB'];

/** Formats a size in bytes, such as `194.3 KiB`. */
export function formatSize(bytes: number, locale: string): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const number = size.toLocaleString(locale, { maximumFractionDigits: unit === 0 ? 0 : 1 });
  return `${number} ${UNITS[unit]}`;
}
