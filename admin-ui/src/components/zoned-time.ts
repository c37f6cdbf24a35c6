const MINUTE_MS = 60_000;

/** Returns the wall-clock time in a zone in the format of `datetime-local` inputs: `2026-11-23T14:25`. */
export function toZoned(epochMs: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const part = Object.fromEntries(format.formatToParts(epochMs).map(({ type, value }) => [type, value]));
  return `${part.year!.padStart(4, '0')}-${part.month}-${part.day}T${part.hour}:${part.minute}`;
}

/**
 * Returns the epoch milliseconds of a wall-clock time in a zone; `null` if the text is not a time. A time that a clock
 * change skips is shifted by that change.
 */
export function fromZoned(text: string, timeZone: string): number | null {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return null;
  // Near a clock change the guess may use the wrong offset, so the offset is read again at the guessed time.
  const guess = asUtc - offsetAt(asUtc, timeZone);
  return asUtc - offsetAt(guess, timeZone);
}

/** Returns the offset of a zone from UTC in milliseconds. */
function offsetAt(epochMs: number, timeZone: string): number {
  const minute = Math.floor(epochMs / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${toZoned(minute, timeZone)}Z`) - minute;
}

/** Returns the name of a zone with its offset at a time, such as `Asia/Shanghai (GMT+8)`. */
export function zoneName(timeZone: string, epochMs: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(
    epochMs,
  );
  const offset = parts.find(({ type }) => type === 'timeZoneName')!.value;
  return timeZone === offset ? timeZone : `${timeZone} (${offset})`;
}
