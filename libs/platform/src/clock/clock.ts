import { Injectable } from '@nestjs/common';

/** The only source of "now". Tests put a clock they move by hand in its place. */
export abstract class Clock {
  /** Epoch milliseconds. */
  abstract now(): number;
}

@Injectable()
export class SystemClock extends Clock {
  override now(): number {
    return Date.now();
  }
}

/** Whole epoch seconds of a time in epoch milliseconds, as the client API shows times. */
export function toSeconds(epochMs: number): number {
  return Math.floor(epochMs / 1000);
}
