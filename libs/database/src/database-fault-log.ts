import type { LoggerService } from '@nestjs/common';
import { errorMessage, LogThrottle } from '@app/platform';
import { isBusy, isDeadlock, isRowLocked } from './database-errors.js';

/**
 * Logs why requests get 503. Each kind of fault is logged at most once in 10 seconds, since many requests may fail at
 * once.
 */
export class DatabaseFaultLog {
  private readonly busy = new LogThrottle();
  private readonly faults = new LogThrottle();

  constructor(private readonly logger: LoggerService) {}

  /** @param error an error for which `isDatabaseUnavailable` returns true */
  tell(error: unknown): void {
    if (isRowLocked(error) || isDeadlock(error) || isBusy(error)) {
      if (this.busy.pass())
        this.logger.warn(
          'The database is busy: requests timed out waiting for locked rows and must be retried',
        );
    } else if (this.faults.pass()) this.logger.error(`The database did not answer: ${errorMessage(error)}`);
  }
}
