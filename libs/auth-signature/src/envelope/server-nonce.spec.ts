import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { ServerNonce } from './server-nonce.js';

describe('ServerNonce', () => {
  it.each([
    ['stands still', 0],
    ['moves on', 0.001],
    ['goes back', -0.001],
  ])('increases as text of 16 digits while the clock %s', (_, step) => {
    const clock = new FakeClock();
    const nonces = new ServerNonce(clock);
    const given = Array.from({ length: 2000 }, () => {
      clock.advance(step);
      return nonces.next();
    });
    expect(given.every((nonce) => /^\d{16}$/.test(nonce))).toBe(true);
    expect(given.every((nonce, index) => index === 0 || nonce > given[index - 1]!)).toBe(true);
  });

  it('goes on after a restart', () => {
    const clock = new FakeClock();
    const last = new ServerNonce(clock).next();
    clock.advance(1);
    expect(new ServerNonce(clock).next() > last).toBe(true);
  });
});
