import { Injectable } from '@nestjs/common';
import { ClockSteps } from '@app/platform';

/** Determines when sessions time out. */
@Injectable()
export class SessionDeadline {
  constructor(private readonly steps: ClockSteps) {}

  /**
   * Returns the earliest last-seen time with which a session is still alive, in epoch milliseconds. Sessions that were
   * last seen earlier have timed out. Setting the clock ahead does not make sessions time out.
   */
  aliveSince(now: number, { heartbeatTimeoutSec }: { heartbeatTimeoutSec: number }): number {
    const timeoutMs = heartbeatTimeoutSec * 1000;
    return now - timeoutMs - this.steps.setAhead(timeoutMs);
  }
}
