import type { Party } from '@app/platform';

/** One call of a stored function. */
export interface FunctionCall {
  /** For whom it is run: parties take turns at the workers. */
  readonly party: Party;
  /** Names this version of the function: the same key always means the same source. */
  readonly key: string;
  readonly name: string;
  readonly source: string;
  /** The arguments: JSON text of a list; null: the function is not called, only looked for in what the source defines. */
  readonly params: string | null;
  /** What the function sees as `context`: JSON text of an object. */
  readonly context: string;
  /** Wall time in milliseconds. */
  readonly timeoutMs: number;
  /** Heap in MiB, at least 8. */
  readonly memoryMb: number;
}

/** How a call ended, and what it took. */
export interface CallReport {
  readonly outcome:
    | { readonly ok: true; /** JSON text of what the function returned. */ readonly value: string }
    | { readonly ok: false; /** Why not, in words. */ readonly reason: string };
  /** What the function wrote with `console`, a line a call; cut where it is too much. */
  readonly console: readonly string[];
  readonly durationMs: number;
  /** Roughly what the call took of the heap, in bytes; 0 when it did not end by itself, or rubbish was collected. */
  readonly heapBytes: number;
}

/** The message to a worker. The source travels only when the worker does not have it. */
export type WorkerRequest = Omit<FunctionCall, 'source' | 'party'> & { readonly source?: string };

/** The message from a worker. */
export type WorkerReply =
  | { readonly type: 'ready' }
  | {
      readonly type: 'done';
      readonly report: CallReport;
      /** A key it no longer has. */ readonly dropped?: string;
    };

/** Largest result, as UTF-8 of its JSON text. */
export const MAX_RESULT_BYTES = 64 * 1024;
