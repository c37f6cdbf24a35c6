import type { LoggerService } from '@nestjs/common';
import { errorMessage, LogThrottle } from '@app/platform';
import { isBusy, isDeadlock, isRowLocked } from './database-errors.js';

/** Logs why requests are answered 503: once in 10 seconds, since many may fail at once. */
export class DatabaseFaultLog {
  private readonly busy = new LogThrottle();
  private readonly faults = new LogThrottle();

  constructor(private readonly logger: LoggerService) {}

  /** @param error one for which `isDatabaseUnavailable` is true */
  tell(error: unknown): void {
    if (isRowLocked(error) || isDeadlock(error) || isBusy(error)) {
      if (this.busy.pass())
        this.logger.warn(
          'The database is busy: requests timed out waiting for locked rows and must be retried',
        );
    } else if (this.faults.pass()) this.logger.error(`The database did not answer: ${errorMessage(error)}`);
  }
}
