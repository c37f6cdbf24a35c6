import { expect, it } from '@jest/globals';
import { nextHeartbeat } from './next-heartbeat';

const BEAT = { hg: 60, heartbeatTimeoutSec: 600 };

it.each([
  ['just seen', 100_000, BEAT, 60_000, 600_000],
  ['halfway', 130_000, BEAT, 30_000, 570_000],
  ['late', 170_000, BEAT, -10_000, 530_000],
  ['timed out', 800_000, BEAT, -640_000, 0],
  ['without an interval of its own', 100_000, { ...BEAT, hg: null }, 200_000, 600_000],
  ['with a clock that is behind', 90_000, BEAT, 70_000, 610_000],
])('%s', (_, now, beat, dueMs, endsMs) => {
  expect(nextHeartbeat(100_000, beat, now)).toEqual({ dueMs, endsMs });
});
