import { Injectable } from '@nestjs/common';
import { ClockSteps } from '@app/platform';

/** Says when sessions die of silence. */
@Injectable()
export class SessionDeadline {
  constructor(private readonly steps: ClockSteps) {}

  /**
   * Sessions last seen before this time (epoch milliseconds) are dead: no heartbeat came within the timeout. One seen
   * exactly at it still lives. A clock that is set ahead makes nobody silent.
   */
  aliveSince(now: number, { heartbeatTimeoutSec }: { heartbeatTimeoutSec: number }): number {
    const timeoutMs = heartbeatTimeoutSec * 1000;
    return now - timeoutMs - this.steps.setAhead(timeoutMs);
  }
}
