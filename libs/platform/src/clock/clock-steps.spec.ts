import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { ClockSteps } from './clock-steps.js';

const HOUR = 3600;

describe('ClockSteps', () => {
  /** Returns `setAhead` for the last hour, in seconds, after the given clock steps and elapsed times. */
  const after = (...moves: ['step' | 'pass', number][]) => {
    const clock = new FakeClock();
    const steps = new ClockSteps(clock);
    for (const [how, seconds] of moves) {
      if (how === 'step') clock.step(seconds);
      else clock.advance(seconds);
      steps.setAhead(0);
    }
    return steps.setAhead(HOUR * 1000) / 1000;
  };

  it.each([
    ['time without a step', 0, [['pass', 5 * HOUR]]],
    ['a step ahead', HOUR, [['step', HOUR]]],
    [
      'a step ahead exactly an hour ago',
      HOUR,
      [
        ['step', HOUR],
        ['pass', HOUR],
      ],
    ],
    [
      'a step ahead longer than an hour ago',
      0,
      [
        ['step', HOUR],
        ['pass', HOUR + 1],
      ],
    ],
    [
      'two steps ahead',
      2 * HOUR,
      [
        ['step', HOUR],
        ['pass', 60],
        ['step', HOUR],
      ],
    ],
    ['a step back', 0, [['step', -HOUR]]],
    [
      'a step ahead, then a step back',
      0,
      [
        ['step', HOUR],
        ['pass', 60],
        ['step', -HOUR],
      ],
    ],
    [
      'a step back, then a step ahead',
      HOUR,
      [
        ['step', -HOUR],
        ['pass', 60],
        ['step', HOUR],
      ],
    ],
    [
      'two steps that are too small to count',
      0,
      [
        ['step', 1],
        ['pass', 60],
        ['step', 1],
      ],
    ],
  ] as [string, number, ['step' | 'pass', number][]][])('after %s: %d seconds', (_, ahead, moves) => {
    expect(after(...moves)).toBe(ahead);
  });
});
