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

  /** Lets a time in seconds pass. One that is negative sets the clock back. */
  advance(seconds: number): void {
    this.step(seconds);
    this.passed += Math.max(0, seconds) * 1000;
  }

  /** Sets the clock ahead, or back, by seconds that do not pass. */
  step(seconds: number): void {
    this.time += seconds * 1000;
  }
}
