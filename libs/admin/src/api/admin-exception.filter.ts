import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { DatabaseFaultLog, isDatabaseUnavailable, isParentMissing } from '@app/database';
import { Unavailable } from '@app/platform';
import { AdminError, type AdminErrorBody } from './admin-error.js';
import type { AdminHttpRequest } from '../access/actor.js';

const RETRY_AFTER_SEC = 1;

/** Puts every failure under the admin prefix into one form, and keeps the inside of the server to itself. */
@Catch()
export class AdminExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger('AdminApi');
  private readonly databaseFaults = new DatabaseFaultLog(this.logger);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const body = this.bodyOf(error, http.getRequest<AdminHttpRequest>());
    // A download that broke off half-way must not look complete.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const retryAfter = error instanceof AdminError ? error.retryAfterSec : undefined;
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    else if (body.statusCode === 503) response.setHeader('Retry-After', RETRY_AFTER_SEC);
    response.status(body.statusCode).json(body);
  }

  private bodyOf(error: unknown, request: AdminHttpRequest): AdminErrorBody {
    if (error instanceof AdminError) return error.getResponse() as AdminErrorBody;
    if (error instanceof Unavailable) {
      return { statusCode: 503, message: 'A part of the server does not answer at the moment; try again' };
    }
    if (isParentMissing(error)) {
      return { statusCode: 409, message: 'What this is to belong to was deleted meanwhile' };
    }
    if (isDatabaseUnavailable(error)) {
      this.databaseFaults.tell(error);
      return { statusCode: 503, message: 'The database does not answer at the moment; try again' };
    }
    const status =
      error instanceof HttpException ? error.getStatus() : (error as { status?: unknown } | null)?.status;
    if (typeof status === 'number' && status >= 400 && status < 500) {
      return { statusCode: status, message: MESSAGES[status] ?? 'The request cannot be understood' };
    }
    this.logger.error({ err: error });
    return { statusCode: 500, message: 'The server made a mistake', requestId: request.id };
  }
}

/** For failures of the router and of the body reader, whose own words are not for people. */
const MESSAGES: Record<number, string> = {
  400: 'The body is not valid JSON, or the address is not valid',
  404: 'There is nothing at this address',
  413: 'The body is too large',
  415: 'The body must be sent as application/json in UTF-8',
};
