import { Clock } from '@app/platform';

/** A clock that stands still until a test moves it. */
export class FakeClock extends Clock {
  private time = Date.UTC(2026, 0, 15, 12, 0, 0);
  private passed = 0;

  override now(): number {
    return this.time;
  }

  override steady(): number {
    return this.passed;
  }

  /** Advances the time by seconds; a negative number sets the clock back. */
  advance(seconds: number): void {
    this.step(seconds);
    this.passed += Math.max(0, seconds) * 1000;
  }

  /** Sets the clock ahead or back without letting time pass. */
  step(seconds: number): void {
    this.time += Math.round(seconds * 1000);
  }
}
