import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ACTIVE, CALL, ENDED, FIRST_SLOT, LIMIT_KIB, PID, SLOT_WORDS } from './memory-slots.ts';

/** File of the thread's program, in this folder: the compiled file, or in tests the source file. */
const THREAD = join(import.meta.dirname, `memory-watch-thread${extname(import.meta.filename)}`);
const MAX_CALLS = 2 ** 31 - 1;

/** A call that is watched. */
export interface Watched {
  /** True if the process was killed because it exceeded its memory limit. */
  readonly isEnded: boolean;
  /** Stops watching. Call this when the function call has ended. */
  stop(): void;
}

/**
 * Kills processes that exceed the memory limit of their call. It runs in a separate thread, because a SQLite statement
 * or a large request can block the main thread while a function allocates gigabytes. It works only on systems with
 * `/proc`.
 */
export class MemoryWatch {
  private readonly words: Int32Array;
  private thread: Worker | undefined;
  private calls = 0;

  /**
   * @param slots maximum number of calls watched concurrently
   * @param warn called when the thread fails; the next call starts a new thread
   */
  constructor(
    slots: number,
    private readonly warn: (message: string) => void,
  ) {
    this.words = new Int32Array(new SharedArrayBuffer(4 * (FIRST_SLOT + slots * SLOT_WORDS)));
  }

  /**
   * Starts to watch a call.
   * @param limitBytes limit of the process's resident memory
   */
  begin(pid: number, limitBytes: number): Watched {
    const { words } = this;
    if (process.platform === 'linux') this.thread ??= this.start();
    let slot = FIRST_SLOT;
    while (Atomics.load(words, slot + CALL) !== 0) slot += SLOT_WORDS;
    const call = (this.calls = (this.calls % MAX_CALLS) + 1);
    words[slot + PID] = pid;
    words[slot + LIMIT_KIB] = limitBytes / 1024;
    Atomics.store(words, slot + CALL, call);
    Atomics.add(words, ACTIVE, 1);
    Atomics.notify(words, ACTIVE);
    return {
      get isEnded() {
        return Atomics.load(words, slot + ENDED) === call;
      },
      stop: () => {
        Atomics.store(words, slot + CALL, 0);
        Atomics.sub(words, ACTIVE, 1);
      },
    };
  }

  private start(): Worker {
    const thread = new Worker(THREAD, { workerData: this.words.buffer, env: {}, execArgv: [] });
    thread.on('error', ({ message }) => {
      this.thread = undefined;
      this.warn(`The memory of functions could not be watched: ${message}`);
    });
    thread.unref();
    return thread;
  }

  async stop(): Promise<void> {
    await this.thread?.terminate();
  }
}
