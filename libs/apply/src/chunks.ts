const ROWS_PER_STATEMENT = 500;
/** Escaped it may be twice as long, and MariaDB takes no statement of more than 16 MiB by default. */
const BYTES_PER_STATEMENT = 2 * 1024 * 1024;

/** Parts of a list that one SQL statement each can hold, by number and by the length of their texts. */
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
