/** Shortens a text to at most `max` UTF-16 units, ending in an ellipsis. It cuts no character in half. */
export function clipUnits(text: string, max: number): string {
  return text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`;
}

/** Shortens a text to at most `max` bytes of UTF-8, ending in an ellipsis. It cuts no character in half. */
export function clipBytes(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  const kept = Buffer.from(text).subarray(0, max - Buffer.byteLength('…'));
  return `${new TextDecoder().decode(kept, { stream: true })}…`;
}
