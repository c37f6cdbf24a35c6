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
    ['time that passes is no step', 0, [['pass', 5 * HOUR]]],
    ['ahead', HOUR, [['step', HOUR]]],
    [
      'ahead, for as long as was asked',
      HOUR,
      [
        ['step', HOUR],
        ['pass', HOUR],
      ],
    ],
    [
      'ahead, longer ago',
      0,
      [
        ['step', HOUR],
        ['pass', HOUR + 1],
      ],
    ],
    [
      'ahead twice',
      2 * HOUR,
      [
        ['step', HOUR],
        ['pass', 60],
        ['step', HOUR],
      ],
    ],
    ['back', 0, [['step', -HOUR]]],
    [
      'ahead and back',
      0,
      [
        ['step', HOUR],
        ['pass', 60],
        ['step', -HOUR],
      ],
    ],
    [
      'back and ahead',
      HOUR,
      [
        ['step', -HOUR],
        ['pass', 60],
        ['step', HOUR],
      ],
    ],
    [
      'a little',
      0,
      [
        ['step', 1],
        ['pass', 60],
        ['step', 1],
      ],
    ],
  ] as [string, number, ['step' | 'pass', number][]][])('%s: %d', (_, ahead, moves) => {
    expect(after(...moves)).toBe(ahead);
  });
});
