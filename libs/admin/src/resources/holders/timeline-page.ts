/** A position in a timeline: the entry after which a page begins. */
export interface Cursor {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Position of the entry's source in the list of sources. */
  readonly source: number;
  /** Id of the entry in its source. */
  readonly id: number;
}

/** The range of entries that a source has to read for a page. */
export interface SourceRange {
  /** Entries at this time or earlier, in epoch milliseconds. */
  readonly upTo: number;
  /** Of the entries at exactly `upTo`, the range contains only those whose id is smaller than `beforeId`. */
  readonly beforeId: number;
}

const EVERY_ID = Number.MAX_SAFE_INTEGER;

export function parseCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const [at, source, id] = text.split('.').map(Number);
  return { at: at!, source: source!, id: id! };
}

export function cursorText({ at, source, id }: Cursor): string {
  return `${at}.${source}.${id}`;
}

/**
 * Returns the range of a source's entries after a cursor. Entries with the same time are sorted by source, then by
 * descending id.
 */
export function rangeOf(source: number, cursor: Cursor | undefined): SourceRange {
  if (!cursor) return { upTo: EVERY_ID, beforeId: EVERY_ID };
  if (source === cursor.source) return { upTo: cursor.at, beforeId: cursor.id };
  return source > cursor.source
    ? { upTo: cursor.at, beforeId: EVERY_ID }
    : { upTo: cursor.at - 1, beforeId: EVERY_ID };
}

/** True if an entry is in a range. */
export function isIn({ upTo, beforeId }: SourceRange, at: number, id: number): boolean {
  return at < upTo || (at === upTo && id < beforeId);
}

/**
 * Merges the entries of sources into a page, latest first.
 * @param parts the entries of each source within its range: at least `limit` + 1 unless the source has fewer
 */
export function mergePage<T extends { readonly cursor: Cursor }>(
  parts: readonly (readonly T[])[],
  limit: number,
): { page: T[]; next: string | null } {
  const all = parts.flat().toSorted(({ cursor: a }, { cursor: b }) => {
    return b.at - a.at || a.source - b.source || b.id - a.id;
  });
  const page = all.slice(0, limit);
  return { page, next: all.length > limit ? cursorText(page.at(-1)!.cursor) : null };
}
