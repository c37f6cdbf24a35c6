import { type ArgumentsHost, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { DatabaseFaultLog, isDatabaseUnavailable } from '@app/database';
import { OrderError } from '../order-error.js';

const RETRY_AFTER_SEC = 1;

/** Converts every failure to a refusal and hides internals. Each protocol sends the refusal in its own format. */
export abstract class ShopExceptionFilter implements ExceptionFilter {
  private readonly logger: Logger;
  private readonly databaseFaults: DatabaseFaultLog;

  /** @param name name of the protocol, for the log */
  constructor(name: string) {
    this.logger = new Logger(name);
    this.databaseFaults = new DatabaseFaultLog(this.logger);
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const refusal = this.refusalOf(error);
    const seconds = refusal.params['seconds'] ?? (refusal.status === 503 ? RETRY_AFTER_SEC : undefined);
    if (seconds !== undefined) response.setHeader('Retry-After', String(seconds));
    response.setHeader('Cache-Control', 'no-store');
    this.answer(refusal, response, host);
  }

  protected abstract answer(refusal: OrderError, response: Response, host: ArgumentsHost): void;

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
