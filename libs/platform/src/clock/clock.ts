import { Injectable } from '@nestjs/common';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The only source of the current time. Tests replace it with a clock that they can move. */
export abstract class Clock {
  /** Epoch milliseconds. */
  abstract now(): number;

  /** Milliseconds of a monotonic clock since an arbitrary moment. Setting the system clock does not change it. */
  abstract steady(): number;
}

@Injectable()
export class SystemClock extends Clock {
  override now(): number {
    return Date.now();
  }

  override steady(): number {
    return performance.now();
  }
}

/** Returns a moment as the `Date` that some libraries require. */
export function dateOf(epochMs: number): Date {
  return new Date(epochMs);
}

/** Converts epoch milliseconds to whole epoch seconds, the unit of the client API. */
export function toSeconds(epochMs: number): number {
  return Math.floor(epochMs / 1000);
}
