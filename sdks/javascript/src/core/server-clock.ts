import type { Platform } from './platform.js';

/** The server's time, as an offset from a monotonic clock. */
export class ServerClock {
  /** Milliseconds; `undefined` before the first answer. */
  private difference: number | undefined;

  constructor(private readonly platform: Platform) {}

  /** The server's time in milliseconds, or the device's time while the server's is unknown. */
  now(): number {
    return this.difference === undefined ? this.platform.now() : this.platform.monotonic() + this.difference;
  }

  /** The same time in whole seconds, rounded down. */
  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  get isKnown(): boolean {
    return this.difference !== undefined;
  }

  /**
   * Sets the clock to the time in an answer that has just arrived, in seconds. The time is slightly old by then, so the
   * clock is never ahead.
   */
  learn(seconds: number): void {
    this.difference = seconds * 1000 - this.platform.monotonic();
  }
}
