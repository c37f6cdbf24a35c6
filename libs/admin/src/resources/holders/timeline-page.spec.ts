import { describe, expect, it } from '@jest/globals';
import { type Cursor, cursorText, isIn, mergePage, parseCursor, rangeOf } from './timeline-page.js';

describe('timeline pages', () => {
  const rows: Cursor[] = [];
  // Three sources with many entries at the same few times.
  for (let source = 0; source < 3; source++)
    for (let id = 1; id <= 20; id++) rows.push({ at: 100 + ((id * 7 + source) % 4), source, id });

  /** Reads a source as a database would: in order, and no more than needed. */
  const read = (source: number, cursor: Cursor | undefined, most: number) =>
    rows
      .filter((row) => row.source === source && isIn(rangeOf(source, cursor), row.at, row.id))
      .toSorted((a, b) => b.at - a.at || b.id - a.id)
      .slice(0, most)
      .map((row) => ({ cursor: row }));

  it.each([1, 2, 7, 59, 60, 100])('of %d entries show each entry once, latest first', (limit) => {
    const seen: Cursor[] = [];
    let next: string | null | undefined;
    do {
      const cursor = parseCursor(next ?? undefined);
      const merged = mergePage(
        [0, 1, 2].map((source) => read(source, cursor, limit + 1)),
        limit,
      );
      seen.push(...merged.page.map((entry) => entry.cursor));
      next = merged.next;
    } while (next !== null);
    expect(seen).toEqual(rows.toSorted((a, b) => b.at - a.at || a.source - b.source || b.id - a.id));
  });

  it('have cursors that are texts', () => {
    const cursor = { at: 1768400000000, source: 3, id: 12 };
    expect(parseCursor(cursorText(cursor))).toEqual(cursor);
  });
});
