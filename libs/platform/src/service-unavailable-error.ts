import type { LoggerService } from '@nestjs/common';
import { errorMessage } from './error-message.js';
import { withoutValues } from './logging/describe-error.js';

/**
 * Error for a required dependency that does not respond. The client gets 503 and may retry. The code that throws this
 * error logs the fault once, not for each request.
 */
export class ServiceUnavailableError extends Error {
  override readonly name = 'Unavailable';
}

/** Error handler for `catch` that ignores an unavailable dependency. Use it where such a failure is harmless. */
export function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof ServiceUnavailableError)) throw error;
}

/** Logs the failure of a job, unless the cause is an unavailable dependency, which has already been logged. */
export function logFailure(logger: LoggerService, what: string, error: unknown): void {
  if (error instanceof ServiceUnavailableError) return;
  logger.error({ err: error }, `${what}: ${withoutValues(errorMessage(error))}`);
}
