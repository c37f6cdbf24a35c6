import { Injectable } from '@nestjs/common';

/** The only source of "now". Tests put a clock they move by hand in its place. */
export abstract class Clock {
  /** Epoch milliseconds. */
  abstract now(): number;

  /** Milliseconds since some moment. Nobody can set it: it only goes on, as time passes. */
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

/** Whole epoch seconds of a time in epoch milliseconds, as the client API shows times. */
export function toSeconds(epochMs: number): number {
  return Math.floor(epochMs / 1000);
}
