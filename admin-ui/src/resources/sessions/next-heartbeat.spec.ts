import { expect, it } from '@jest/globals';
import { nextHeartbeat } from './next-heartbeat';

const BEAT = { hg: 60, heartbeatTimeoutSec: 600 };
const SEEN = 100_000;

it.each([
  ['just seen', 100_000, BEAT, 60_000, 600_000],
  ['halfway', 130_000, BEAT, 30_000, 570_000],
  ['late', 170_000, BEAT, -10_000, 530_000],
  ['timed out', 800_000, BEAT, -640_000, 0],
  ['without an interval of its own', 100_000, { ...BEAT, hg: null }, 200_000, 600_000],
  ['with a clock that is behind', 90_000, BEAT, 70_000, 610_000],
])('%s', (_, now, beat, dueMs, endsMs) => {
  for (const createdAt of [SEEN, 40_000]) {
    const session = { holderKind: 'card', createdAt, lastSeenAt: SEEN } as const;
    expect(nextHeartbeat(session, beat, now)).toEqual({ dueMs, endsMs });
  }
});

it.each([
  ['before its first heartbeat', SEEN, BEAT, 30_000, 60_000],
  [
    'before its first heartbeat, with a short timeout',
    SEEN,
    { hg: 10, heartbeatTimeoutSec: 45 },
    10_000,
    45_000,
  ],
  ['after its first heartbeat', 40_000, BEAT, 30_000, 600_000],
  ['without an interval of its own', 40_000, { ...BEAT, hg: null }, 30_000, 600_000],
])('of a trial %s', (_, createdAt, beat, dueMs, endsMs) => {
  const session = { holderKind: 'trial', createdAt, lastSeenAt: SEEN } as const;
  expect(nextHeartbeat(session, beat, SEEN)).toEqual({ dueMs, endsMs });
});
