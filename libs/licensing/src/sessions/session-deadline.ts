import { Injectable } from '@nestjs/common';
import { ClockSteps } from '@app/platform';

/** Determines when silent sessions die. */
@Injectable()
export class SessionDeadline {
  constructor(private readonly steps: ClockSteps) {}

  /**
   * Returns the time (epoch milliseconds) before which a session last seen is dead: no heartbeat came within the
   * timeout. A session last seen exactly then is alive. Setting the clock ahead makes no session look silent.
   */
  aliveSince(now: number, { heartbeatTimeoutSec }: { heartbeatTimeoutSec: number }): number {
    const timeoutMs = heartbeatTimeoutSec * 1000;
    return now - timeoutMs - this.steps.setAhead(timeoutMs);
  }
}
