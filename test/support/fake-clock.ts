import { Clock } from '@app/platform';

/** A clock that stands still until a test moves it. */
export class FakeClock extends Clock {
  private time = Date.UTC(2026, 0, 15, 12, 0, 0);

  override now(): number {
    return this.time;
  }

  /** Moves the clock on by a time in seconds; back, when it is negative. */
  advance(seconds: number): void {
    this.time += seconds * 1000;
  }
}
