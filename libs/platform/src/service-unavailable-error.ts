import type { LoggerService } from '@nestjs/common';
import { errorMessage } from './error-message.js';
import { withoutValues } from './logging/describe-error.js';

/**
 * Error for a request that cannot be served now, since a required dependency does not respond or too many requests
 * wait. The client gets 503 and may retry. This error is not logged for each request: the function that detects an
 * outage logs the outage once, and full queues are logged only occasionally.
 */
export class ServiceUnavailableError extends Error {
  override readonly name = 'Unavailable';
}

/**
 * Error for a request that may have been carried out: the database's reply to the commit was lost, or the response could
 * not be signed. In the client API it gets 500, because clients take 503 as a proof that nothing was changed.
 */
export class OutcomeUnknownError extends ServiceUnavailableError {}

/** Error handler for `catch` that ignores a `ServiceUnavailableError`. Use it where such a failure is harmless. */
export function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof ServiceUnavailableError)) throw error;
}

/** Logs the failure of a job, unless the error is a `ServiceUnavailableError`: an outage has already been logged. */
export function logFailure(logger: LoggerService, what: string, error: unknown): void {
  if (error instanceof ServiceUnavailableError) return;
  logger.error({ err: error }, `${what}: ${withoutValues(errorMessage(error))}`);
}
