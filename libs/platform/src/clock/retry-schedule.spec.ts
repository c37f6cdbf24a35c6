import { expect, it } from '@jest/globals';
import { retrySchedule } from './retry-schedule.js';

it('a schedule has a time for every attempt, and none after the last attempt', () => {
  const nextAt = retrySchedule([0, 10, 300]);
  expect([1, 2, 3, 4].map((attempts) => nextAt(attempts, 1000))).toEqual([1010, 1300, null, null]);
});
