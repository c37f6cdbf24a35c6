const ROWS_PER_STATEMENT = 500;
/**
 * Maximum total length of the texts in a statement. Escaping may double it, and by default MariaDB accepts statements
 * of at most 16 MiB.
 */
const BYTES_PER_STATEMENT = 2 * 1024 * 1024;

/** Splits a list into chunks that each fit one SQL statement, by count and by total text length. */
export function chunks<T extends object>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = bytesOf(item);
    const part = parts.at(-1);
    if (!part || part.length === ROWS_PER_STATEMENT || bytes + size > BYTES_PER_STATEMENT) {
      parts.push([item]);
      bytes = size;
    } else {
      part.push(item);
      bytes += size;
    }
  }
  return parts;
}

function bytesOf(item: object): number {
  return Object.values(item).reduce<number>(
    (sum, value) => (typeof value === 'string' ? sum + Buffer.byteLength(value) : sum),
    0,
  );
}
