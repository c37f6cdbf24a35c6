import { MAX_NAMED } from './catalogue.js';

/** Maximum size of an event's data as JSON in UTF-8. */
export const DATA_MAX_BYTES = 8192;
/** Room for the other fields of an event that lists cards or holders. */
const OTHER_FIELDS_BYTES = 1024;

/** Returns the size of a value as JSON, in bytes. */
function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Divides a list so that each part fits into an event: at most 50 entries, and 7 KiB as JSON. */
export function partsOf<T>(list: readonly T[]): T[][] {
  const parts: T[][] = [];
  let room = 0;
  for (const entry of list) {
    const size = bytesOf(entry) + 1;
    const last = parts.at(-1);
    if (last && last.length < MAX_NAMED && size <= room) {
      last.push(entry);
      room -= size;
    } else {
      parts.push([entry]);
      room = DATA_MAX_BYTES - OTHER_FIELDS_BYTES - size;
    }
  }
  return parts;
}

/**
 * Returns an event's data as JSON. If it is too long, the list `cards` is halved until the data fits.
 * @throws RangeError if it is too long even without cards
 */
export function dataAsJson(data: object): string {
  for (let fitting = data; ; fitting = { ...fitting, cards: halfOf(fitting) }) {
    if (bytesOf(fitting) <= DATA_MAX_BYTES) return JSON.stringify(fitting);
    if (halfOf(fitting) === undefined) throw new RangeError('The data of an event exceeds 8 KiB');
  }
}

function halfOf(data: { readonly cards?: unknown }): unknown[] | undefined {
  const { cards } = data;
  return Array.isArray(cards) && cards.length > 0 ? cards.slice(0, Math.floor(cards.length / 2)) : undefined;
}
