import { IsInt, Max, Min } from 'class-validator';
import { availableParallelism } from 'node:os';
import { Setting } from './setting.js';

export class FunctionsConfig {
  /** Processes that run remote functions, 1–64; by default one per core. They start with the first call. */
  @Setting('FUNCTION_WORKERS', Number)
  @IsInt({ message: 'must be a whole number from 1 to 64' })
  @Min(1, { message: 'must be a whole number from 1 to 64' })
  @Max(64, { message: 'must be a whole number from 1 to 64' })
  workers = Math.min(64, availableParallelism());

  /** Most wall time of a call in milliseconds, 10–60000; a function can have less. */
  @Setting('FUNCTION_TIMEOUT_MS', Number)
  @IsInt({ message: 'must be a whole number from 10 to 60000' })
  @Min(10, { message: 'must be a whole number from 10 to 60000' })
  @Max(60_000, { message: 'must be a whole number from 10 to 60000' })
  timeoutMs = 1000;

  /** Most memory of a call in MiB, 8–1024; a function can have less. */
  @Setting('FUNCTION_MEMORY_MB', Number)
  @IsInt({ message: 'must be a whole number from 8 to 1024' })
  @Min(8, { message: 'must be a whole number from 8 to 1024' })
  @Max(1024, { message: 'must be a whole number from 8 to 1024' })
  memoryMb = 32;

  /** Calls that may wait for a worker, 0–100000; one more is answered 503 at once. */
  @Setting('FUNCTION_QUEUE', Number)
  @IsInt({ message: 'must be a whole number from 0 to 100000' })
  @Min(0, { message: 'must be a whole number from 0 to 100000' })
  @Max(100_000, { message: 'must be a whole number from 0 to 100000' })
  queue = 1000;

  /** Calls after which a worker is replaced by a new one, 1–1000000. */
  @Setting('FUNCTION_CALLS_PER_WORKER', Number)
  @IsInt({ message: 'must be a whole number from 1 to 1000000' })
  @Min(1, { message: 'must be a whole number from 1 to 1000000' })
  @Max(1_000_000, { message: 'must be a whole number from 1 to 1000000' })
  callsPerWorker = 10_000;
}
