import type { Party } from '@app/platform';

/** One call of a function. */
export interface FunctionCall {
  /** Party on whose behalf it runs: parties take turns at the workers. */
  readonly party: Party;
  /** Identifies this version of the function: the same key always means the same source. */
  readonly key: string;
  readonly name: string;
  readonly source: string;
  /**
   * The arguments: JSON text of an array; null: the function is not called, only looked up in what the source defines.
   */
  readonly params: string | null;
  /** The function's `context`: JSON text of an object. */
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
  /** Output of `console`, one line per call; truncated if too long. */
  readonly console: readonly string[];
  readonly durationMs: number;
  /** Approximate heap use of the call in bytes; 0 when it was ended from outside, or a garbage collection ran. */
  readonly heapBytes: number;
}

/** A request to a worker. The source is included only when the worker does not have it. */
export type WorkerRequest = Omit<FunctionCall, 'source' | 'party'> & { readonly source?: string };

/** A worker's reply. */
export type WorkerReply =
  | { readonly type: 'ready' }
  | {
      readonly type: 'done';
      readonly report: CallReport;
      /** Key of a function that the worker no longer keeps. */ readonly dropped?: string;
    };

/** Maximum size of a result, in bytes of UTF-8 of its JSON text. */
export const MAX_RESULT_BYTES = 64 * 1024;
