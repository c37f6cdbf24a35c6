import type { FunctionCallRecord, RemoteFunction } from '@app/database';
import type { CallReport } from '@app/sandbox';

const MAX_ERROR_LENGTH = 1000;
const MAX_CONSOLE_BYTES = 8 * 1024;

export type NewFunctionCall = Omit<FunctionCallRecord, 'id'>;

/**
 * Returns the record of a call: its error truncated to 1,000 characters, its console output to 8 KiB.
 * @param at epoch milliseconds
 */
export function toRecord(
  { id, applicationId, version }: Pick<RemoteFunction, 'id' | 'applicationId' | 'version'>,
  { outcome, console, durationMs, heapBytes }: CallReport,
  at: number,
): NewFunctionCall {
  return {
    functionId: id,
    applicationId,
    version,
    at,
    ok: outcome.ok,
    durationMs: Math.round(durationMs),
    heapBytes,
    error: outcome.ok ? null : outcome.reason.slice(0, MAX_ERROR_LENGTH).toWellFormed(),
    console: cutBytes(console.join('\n'), MAX_CONSOLE_BYTES),
  };
}

/** Truncates a text to at most `max` bytes of UTF-8, without splitting a character. */
function cutBytes(text: string, max: number): string {
  const bytes = Buffer.from(text.slice(0, max)).subarray(0, max);
  // With `stream`, the decoder omits an incomplete character at the end instead of replacing it.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}
