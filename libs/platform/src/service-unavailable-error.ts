import type { LoggerService } from '@nestjs/common';
import { errorMessage } from './error-message.js';
import { withoutValues } from './logging/describe-error.js';

/**
 * A dependency that the server cannot work without does not respond; the client may retry in a moment (503). The code
 * that throws it has logged the fault, once and not per request.
 */
export class ServiceUnavailableError extends Error {
  override readonly name = 'Unavailable';
}

/** Error handler for `catch`, where an unavailable dependency does no harm. */
export function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof ServiceUnavailableError)) throw error;
}

/** Logs what a job could not do, unless it is already logged that a dependency does not respond. */
export function logFailure(logger: LoggerService, what: string, error: unknown): void {
  if (error instanceof ServiceUnavailableError) return;
  logger.error({ err: error }, `${what}: ${withoutValues(errorMessage(error))}`);
}
