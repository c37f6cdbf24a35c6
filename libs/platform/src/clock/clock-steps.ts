import { Injectable, Logger } from '@nestjs/common';
import { Clock } from './clock.js';

/** Smaller differences may come from a request delayed between two readings. */
const LEAST_MS = 2_000;
/**
 * Retention of steps: the longest time that a session lives without a heartbeat, or that an administrator may be idle.
 */
const REMEMBERED_MS = 31 * 86_400_000;

interface Step {
  /** Milliseconds of the steady clock. */
  readonly at: number;
  readonly ms: number;
}

/**
 * Detects when the system clock is set, by NTP or an operator. Code that measures inactivity must not count time that
 * did not pass.
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
   * Returns the most milliseconds by which the clock was set ahead within the last `withinMs`: anything last heard
   * before then looks that much older than it is. A step back afterwards reduces the figure; a step back alone gives 0.
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
