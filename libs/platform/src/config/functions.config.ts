import { availableParallelism } from 'node:os';
import { Setting, wholeNumber } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

/** Remote functions. */
export class FunctionsConfig {
  /**
   * Function workers of each server process, 1–64: processes that run remote functions. They start when a function is
   * called, and end after five minutes without a call. By default, all server processes (`WORKERS`) together have one
   * function worker per core.
   */
  @Setting('FUNCTION_WORKERS', wholeNumber)
  @WholeNumber(1, 64)
  workers = Math.min(64, availableParallelism());

  /**
   * Maximum wall time of a call in milliseconds, 10–60000. A function can have a lower limit of its own. A call waits
   * for a worker for at most 5 seconds. If the maximum wall time is more than 2,000 ms, a call waits for at most twice
   * this time plus one second instead.
   */
  @Setting('FUNCTION_TIMEOUT_MS', wholeNumber)
  @WholeNumber(10, 60_000)
  timeoutMs = 1000;

  /** Maximum memory of a call in MiB, 8–1024. A function can have a lower limit of its own. */
  @Setting('FUNCTION_MEMORY_MB', wholeNumber)
  @WholeNumber(8, 1024)
  memoryMb = 32;

  /**
   * Maximum calls waiting for a worker, 0–100000. When the queue is full, a new call replaces a waiting call. The
   * replaced call belongs to the application with the most waiting calls and, within this application, to the address
   * with the most waiting calls. If the new call comes from the same application and address, it gets 503 immediately.
   */
  @Setting('FUNCTION_QUEUE', wholeNumber)
  @WholeNumber(0, 100_000)
  queue = 2000;

  /**
   * Maximum bytes of arguments and source code of waiting calls, 262144–4294967296. A large call also counts as several
   * calls towards `FUNCTION_QUEUE`, in proportion to its share of these bytes.
   */
  @Setting('FUNCTION_QUEUE_BYTES', wholeNumber)
  @WholeNumber(256 * 1024, 4096 * 1024 * 1024)
  queueBytes = 64 * 1024 * 1024;

  /** Calls after which a worker is replaced, 1–1000000. */
  @Setting('FUNCTION_CALLS_PER_WORKER', wholeNumber)
  @WholeNumber(1, 1_000_000)
  callsPerWorker = 10_000;
}
