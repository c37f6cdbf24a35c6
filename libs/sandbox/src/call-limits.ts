import type { FunctionCall } from './function-call.ts';

/** The limits of a call, or the server's limits. */
export type CallLimits = Pick<FunctionCall, 'timeoutMs' | 'memoryMb'>;

/** The limits that a function sets itself. `null` means the server's limit. */
export interface FunctionLimits {
  readonly timeoutMs: number | null;
  readonly memoryMb: number | null;
}

/** Returns the limits of a call: the function's own limits, but at most the server's. */
export function callLimits({ timeoutMs, memoryMb }: FunctionLimits, server: CallLimits): CallLimits {
  return {
    timeoutMs: Math.min(timeoutMs ?? server.timeoutMs, server.timeoutMs),
    memoryMb: Math.min(memoryMb ?? server.memoryMb, server.memoryMb),
  };
}

/**
 * Returns the limits within which a source has to define its function. The time limit is the server's: on a busy
 * machine, starting the sandbox may take longer than the function's own limit.
 */
export function definitionLimits(
  { memoryMb }: Pick<FunctionLimits, 'memoryMb'>,
  server: CallLimits,
): CallLimits {
  return callLimits({ timeoutMs: null, memoryMb }, server);
}
