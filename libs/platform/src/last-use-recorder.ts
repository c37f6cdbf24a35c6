import { Logger } from '@nestjs/common';
import { MINUTE_MS } from './clock/clock.js';
import { KeyThrottle } from './key-throttle.js';
import { logFailure } from './service-unavailable-error.js';

/** Records when rows of a table were last used, at most once a minute for each row. */
export class LastUseRecorder {
  private readonly logger = new Logger(LastUseRecorder.name);
  private readonly recorded = new KeyThrottle(MINUTE_MS);

  /**
   * @param what names a row in the log, as in "an API token"
   * @param write stores the time of a row's use in epoch milliseconds
   */
  constructor(
    private readonly what: string,
    private readonly write: (id: number, now: number) => Promise<unknown>,
  ) {}

  /**
   * Begins to record that a row is used now. The caller does not wait for the write, since on SQLite a card job may
   * delay the write.
   * @param lastUse time stored in the row in epoch milliseconds; null if the row has never been used
   * @param now epoch milliseconds
   */
  record(id: number, lastUse: number | null, now: number): void {
    if (lastUse !== null && Math.abs(now - lastUse) < MINUTE_MS) return;
    if (!this.recorded.pass(String(id), now)) return;
    this.write(id, now).catch((error: unknown) =>
      logFailure(this.logger, `The last use of ${this.what} could not be recorded`, error),
    );
  }
}
