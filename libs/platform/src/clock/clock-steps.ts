import { Injectable, Logger } from '@nestjs/common';
import { Clock } from './clock.js';

/**
 * Smallest difference in milliseconds that counts as a step. Smaller differences can result from the delay between
 * reading the two clocks.
 */
const LEAST_MS = 2_000;
/**
 * Time for which steps are kept. It is longer than a session of a client or an administrator can stay open without a
 * request.
 */
const REMEMBERED_MS = 31 * 86_400_000;

interface Step {
  /** Milliseconds of the steady clock. */
  readonly at: number;
  readonly ms: number;
}

/**
 * Detects when NTP or an operator sets the system clock. Code that measures inactivity must not count the time that the
 * clock skipped.
 */
@Injectable()
export class ClockSteps {
  private readonly logger = new Logger('Clock');
  private steps: readonly Step[] = [];
  private offset: number;

  constructor(private readonly clock: Clock) {
    this.offset = clock.now() - clock.steady();
  }

  /**
   * A time that was recorded before the clock was set ahead appears too old. Returns the largest such error, in
   * milliseconds, of the times recorded within the last `withinMs`. If the clock was set back later, the value is
   * smaller. If the clock was only set back, the value is 0.
   */
  setAhead(withinMs: number): number {
    this.look();
    if (this.steps.length === 0) return 0;
    const since = this.clock.steady() - withinMs;
    let ahead = 0;
    let most = 0;
    for (const { at, ms } of this.steps.toReversed()) {
      if (at < since) break;
      ahead += ms;
      most = Math.max(most, ahead);
    }
    return most;
  }

  private look(): void {
    const steady = this.clock.steady();
    const offset = this.clock.now() - steady;
    const ms = offset - this.offset;
    this.offset = offset;
    if (Math.abs(ms) < LEAST_MS) return;
    this.steps = [...this.steps.filter(({ at }) => at > steady - REMEMBERED_MS), { at: steady, ms }];
    const seconds = Math.round(Math.abs(ms) / 1000);
    this.logger.warn(`The clock was set ${ms > 0 ? 'ahead' : 'back'} by ${seconds} seconds`);
  }
}
