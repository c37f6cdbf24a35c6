import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ACTIVE, CALL, ENDED, FIRST_SLOT, LIMIT_KIB, PID, SLOT_WORDS } from './memory-slots.ts';

/** The thread's program beside this file: compiled, or as source in tests. */
const THREAD = join(import.meta.dirname, `memory-watch-thread${extname(import.meta.filename)}`);
const MAX_CALLS = 2 ** 31 - 1;

/** A call that is watched. */
export interface Watched {
  /** True when its process was killed for exceeding its memory. */
  readonly isEnded: boolean;
  /** Ends the watch; call it when the call is over. */
  stop(): void;
}

/**
 * Kills processes that take more memory than their call may use, from a separate thread: a statement of SQLite or a
 * large request can block this process for as long as a function needs to fill gigabytes. Works only where `/proc`
 * exists.
 */
export class MemoryWatch {
  private readonly words: Int32Array;
  private thread: Worker | undefined;
  private calls = 0;

  /**
   * @param slots maximum number of calls watched at a time
   * @param warn called when the thread fails; the next call starts another one
   */
  constructor(
    slots: number,
    private readonly warn: (message: string) => void,
  ) {
    this.words = new Int32Array(new SharedArrayBuffer(4 * (FIRST_SLOT + slots * SLOT_WORDS)));
  }

  /**
   * Starts to watch a call.
   * @param limitBytes resident memory
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
