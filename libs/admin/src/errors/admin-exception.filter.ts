import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { DatabaseFaultLog, isDatabaseUnavailable, isParentMissing } from '@app/database';
import { ServiceUnavailableError } from '@app/platform';
import type { AdminHttpRequest } from '../access/actor.js';
import { AdminError, refusal } from './admin-error.js';
import type { AdminErrorDto } from './problem.dto.js';

const RETRY_AFTER_SEC = 1;

/** Codes for failures of the router and the body reader, whose own messages are not suitable for people. */
const CODE_OF = {
  404: 'no_such_endpoint',
  413: 'body_too_large',
  415: 'not_json',
} as const;

/** Gives every failure under the admin prefix the same form and hides internals. */
@Catch()
export class AdminExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger('AdminApi');
  private readonly databaseFaults = new DatabaseFaultLog(this.logger);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const body = this.bodyOf(error, http.getRequest<AdminHttpRequest>());
    // Closes the connection, so that an interrupted download does not look complete.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { seconds = body.statusCode === 503 ? RETRY_AFTER_SEC : undefined } = body.params;
    if (seconds !== undefined) response.setHeader('Retry-After', String(seconds));
    response.status(body.statusCode).json(body);
  }

  private bodyOf(error: unknown, request: AdminHttpRequest): AdminErrorDto {
    if (error instanceof AdminError) return error.answer;
    if (error instanceof ServiceUnavailableError) return refusal('unavailable').answer;
    if (isParentMissing(error)) return refusal('parent_deleted').answer;
    if (isDatabaseUnavailable(error)) {
      this.databaseFaults.tell(error);
      return refusal('database_unavailable').answer;
    }
    const status =
      error instanceof HttpException ? error.getStatus() : (error as { status?: unknown } | null)?.status;
    if (typeof status === 'number' && status >= 400 && status < 500) {
      return {
        ...refusal(CODE_OF[status as keyof typeof CODE_OF] ?? 'malformed_request').answer,
        statusCode: status,
      };
    }
    this.logger.error({ err: error });
    return { ...refusal('internal_error').answer, requestId: request.id };
  }
}
