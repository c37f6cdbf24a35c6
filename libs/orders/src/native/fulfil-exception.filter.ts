import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DatabaseFaultLog, isDatabaseUnavailable } from '@app/database';
import { OrderError } from '../order-error.js';
import { wantsText } from './format.js';

const RETRY_AFTER_SEC = 1;

/** Gives every failure under the prefix the same form and hides internals. */
@Catch()
export class FulfilExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger('FulfilApi');
  private readonly databaseFaults = new DatabaseFaultLog(this.logger);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { code, status, message, params } = this.refusalOf(error);
    const seconds = params['seconds'] ?? (status === 503 ? RETRY_AFTER_SEC : undefined);
    if (seconds !== undefined) response.setHeader('Retry-After', String(seconds));
    response.setHeader('Cache-Control', 'no-store');
    response.status(status);
    if (wantsText(http.getRequest<Request>())) response.type('text/plain').send(message);
    else response.json({ code, message });
  }

  private refusalOf(error: unknown): OrderError {
    if (error instanceof OrderError) return error;
    if (isDatabaseUnavailable(error)) {
      this.databaseFaults.tell(error);
      return new OrderError('unavailable');
    }
    const status = error instanceof HttpException ? error.getStatus() : 500;
    if (status === 404) return new OrderError('no_such_endpoint');
    if (status < 500) return new OrderError('invalid_request', { faults: 'it cannot be read' });
    this.logger.error({ err: error });
    return new OrderError('internal_error');
  }
}
