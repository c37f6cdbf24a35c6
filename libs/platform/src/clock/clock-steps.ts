import { Injectable, Logger } from '@nestjs/common';
import { Clock } from './clock.js';

/** Less may be a request that was held up between two looks. */
const LEAST_MS = 2_000;
/** Steps are remembered for as long as somebody may ask about: the longest time a session lives without a heartbeat, or an idle administrator. */
const REMEMBERED_MS = 31 * 86_400_000;

interface Step {
  /** Of the steady clock. */
  readonly at: number;
  readonly ms: number;
}

/**
 * Notices when the clock is set, as NTP or an operator does. Whoever measures for how long nothing was heard must not
 * count time that has not passed.
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
   * Milliseconds by which the clock was set ahead within the last `withinMs`, at most: what was heard last before that
   * seems so much older than it is. Set back again it was set ahead by less; set back alone is 0.
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
