import { Injectable } from '@nestjs/common';
import { Clock } from '@app/platform';

const DIGITS = 16;

/** Nonces of signed answers: microseconds of the clock as 16 digits, so that they increase as text, also over restarts. */
@Injectable()
export class ServerNonce {
  private last = 0;

  constructor(private readonly clock: Clock) {}

  next(): string {
    this.last = Math.max(this.last + 1, this.clock.now() * 1000);
    return String(this.last).padStart(DIGITS, '0');
  }
}
