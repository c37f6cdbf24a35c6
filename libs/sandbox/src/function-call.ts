import type { Party } from '@app/platform';

/** One call of a function. */
export interface FunctionCall {
  /** Party that the call belongs to. Parties take turns. */
  readonly party: Party;
  /** Identifies this version of the function. The same key always means the same source. */
  readonly key: string;
  readonly name: string;
  readonly source: string;
  /**
   * JSON text of the array of arguments. If `null`, the source is run and must define the function, but the function is
   * not called.
   */
  readonly params: string | null;
  /** JSON text of the object that the function gets as `context`. */
  readonly context: string;
  /** Wall time limit in milliseconds. */
  readonly timeoutMs: number;
  /** Heap limit in MiB, at least 8. */
  readonly memoryMb: number;
}

/** Outcome of a call, and the resources it used. */
export interface CallReport {
  readonly outcome:
    | { readonly ok: true; /** JSON text of the function's return value. */ readonly value: string }
    | { readonly ok: false; /** Error message. */ readonly reason: string };
  /** Output of the function's `console` calls, one line per call; truncated if too long. */
  readonly console: readonly string[];
  readonly durationMs: number;
  /**
   * Approximate heap use of the call in bytes; too low if a garbage collection ran, and 0 if the call was aborted or
   * its source failed.
   */
  readonly heapBytes: number;
}

/** A request to a worker. It contains the source only if the worker does not have it. */
export type WorkerRequest = Omit<FunctionCall, 'source' | 'party'> & { readonly source?: string };

/** A worker's reply. */
export type WorkerReply =
  | { readonly type: 'ready' }
  | {
      readonly type: 'done';
      readonly report: CallReport;
      /** Key of a function that the worker has evicted. */
      readonly dropped?: string;
    };

/** Maximum size of a result, in bytes of UTF-8 of its JSON text. */
export const MAX_RESULT_BYTES = 64 * 1024;
