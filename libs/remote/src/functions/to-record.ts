import type { FunctionCallRecord, RemoteFunction } from '@app/database';
import type { CallReport } from '@app/sandbox';

const MAX_ERROR_LENGTH = 1000;
const MAX_CONSOLE_BYTES = 8 * 1024;

export type NewFunctionCall = Omit<FunctionCallRecord, 'id'>;

/**
 * A call as it is kept: its error cut at 1,000 characters, its console output at 8 KiB.
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

/** The beginning of a text that fits into `max` bytes of UTF-8; no character is cut in two. */
function cutBytes(text: string, max: number): string {
  const bytes = Buffer.from(text.slice(0, max)).subarray(0, max);
  // As one part of a stream: what is incomplete at its end is left for the next part.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}
