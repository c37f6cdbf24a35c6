import type { LoggerService } from '@nestjs/common';
import { errorMessage } from './error-message.js';
import { withoutValues } from './logging/describe-error.js';

/**
 * Something the server cannot work without does not answer: worth another try in a moment (503). Whoever throws it has
 * told the log, once and not for each request.
 */
export class ServiceUnavailableError extends Error {
  override readonly name = 'Unavailable';
}

/** For `catch`, where nothing is lost when it is not there. */
export function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof ServiceUnavailableError)) throw error;
}

/** Tells the log what a job could not do, unless it has been told already that something does not answer. */
export function logFailure(logger: LoggerService, what: string, error: unknown): void {
  if (error instanceof ServiceUnavailableError) return;
  logger.error({ err: error }, `${what}: ${withoutValues(errorMessage(error))}`);
}
