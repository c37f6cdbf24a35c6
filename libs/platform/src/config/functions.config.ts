import { availableParallelism } from 'node:os';
import { Setting } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

/** Remote functions. */
export class FunctionsConfig {
  /**
   * Processes that run remote functions, 1–64; default: one per core, divided among `WORKERS`. They start with the
   * first call.
   */
  @Setting('FUNCTION_WORKERS', Number)
  @WholeNumber(1, 64)
  workers = Math.min(64, availableParallelism());

  /** Maximum wall time of a call in milliseconds, 10–60000; a function can set a lower limit. */
  @Setting('FUNCTION_TIMEOUT_MS', Number)
  @WholeNumber(10, 60_000)
  timeoutMs = 1000;

  /** Maximum memory of a call in MiB, 8–1024; a function can set a lower limit. */
  @Setting('FUNCTION_MEMORY_MB', Number)
  @WholeNumber(8, 1024)
  memoryMb = 32;

  /**
   * Calls that may wait for a worker, 0–100000. When the queue is full, the application with the most waiting calls
   * loses one to an application with fewer; otherwise the new call is answered 503 at once.
   */
  @Setting('FUNCTION_QUEUE', Number)
  @WholeNumber(0, 100_000)
  queue = 2000;

  /**
   * Bytes of arguments and sources of the calls that wait for a worker, 262144–4294967296. A call takes up as large a
   * share of FUNCTION_QUEUE as its share of these bytes.
   */
  @Setting('FUNCTION_QUEUE_BYTES', Number)
  @WholeNumber(256 * 1024, 4096 * 1024 * 1024)
  queueBytes = 64 * 1024 * 1024;

  /** Calls after which a worker is replaced, 1–1000000. */
  @Setting('FUNCTION_CALLS_PER_WORKER', Number)
  @WholeNumber(1, 1_000_000)
  callsPerWorker = 10_000;
}
