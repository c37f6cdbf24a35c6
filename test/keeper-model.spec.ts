import { describe, expect, it } from '@jest/globals';
import {
  type Attempt,
  follow,
  type Outcome,
  phasesSeen,
  type Told,
} from '../sdks/conformance/soak/keeper-model.js';

const GOOD: Outcome = { kind: 'good' };
const FAILED: Outcome = { kind: 'failed', reason: 'network' };
const refused = (code: number): Outcome => ({ kind: 'refused', code });
const rules = { hosts: 2, intervalMs: 2000, timeoutMs: 3000, graceMs: 20_000 };

/** A heartbeat of 10 ms to the first host. */
function beat(start: number, outcome: Outcome = GOOD, more: Partial<Attempt> = {}): Attempt {
  return { action: 'heartbeat', host: 0, start, end: start + 10, outcome, ...more };
}

/** An attempt in which both hosts fail, one after the other. */
function failed(start: number): Attempt[] {
  return [beat(start, FAILED), beat(start + 10, FAILED, { host: 1 })];
}

interface Setting {
  now: number;
  told?: Told[];
  /** Hosts that accept no connections. */
  closed?: number[];
  lingerMs?: number;
}

function life(attempts: Attempt[], { now, told = [], closed = [], lingerMs = 0 }: Setting) {
  const begun = { asked: 0, begun: 0, preferred: 0, attempts, told };
  const isOpen = (host: number) => !closed.includes(host);
  const own = { ...rules, lingerMs };
  const { phases, faults } = follow(begun, now, { rules: own, isOpen, tolerance: () => 100 });
  const states = phases.map(({ at, state, reason, code }) =>
    [at, state, reason, code].filter((each) => each !== undefined).join(' '),
  );
  return { states, faults: faults.map(({ text }) => text), phases };
}

/** Tests the rules by which the soak test judges session keepers. */
describe('a keeper that does right', () => {
  it.each<[string, Attempt[], Setting, string[]]>([
    ['beats', [beat(2000), beat(4000), beat(6100)], { now: 7000 }, ['0 online']],
    [
      'is offline once both hosts have failed, and online again',
      [...failed(2000), ...failed(3000), beat(5000)],
      { now: 6000 },
      ['0 online', '2020 offline network', '5010 online'],
    ],
    ['asks the other host', [beat(2000, FAILED), beat(2010, GOOD, { host: 1 })], { now: 3000 }, ['0 online']],
    [
      'is offline when the other host takes no connections',
      [beat(2000, FAILED)],
      { now: 3000, closed: [1] },
      ['0 online', '2010 offline network'],
    ],
    [
      'ends after the grace period',
      [2000, 3000, 5000, 7000, 9000, 11_000, 13_000, 15_000, 17_000, 19_000, 21_000].flatMap(failed),
      { now: 23_000 },
      ['0 online', '2020 offline network', '22020 ended unreachable'],
    ],
    [
      'ends with the code of a new login',
      [beat(2000, refused(10214)), beat(2020, refused(10212), { action: 'login' })],
      { now: 9000 },
      ['0 online', '2030 ended refused 10212'],
    ],
    [
      'is offline after a refusal that may answer other parameters',
      [beat(2000, refused(10010)), beat(3000, refused(10014), { host: 1 }), beat(5000)],
      { now: 6000 },
      ['0 online', '2010 offline untrusted', '5010 online'],
    ],
    [
      'repeats a new login that got such a refusal',
      [
        beat(2000, refused(10214)),
        beat(2020, refused(400), { action: 'login' }),
        beat(3030, GOOD, { action: 'login', host: 1 }),
      ],
      { now: 4000 },
      ['0 online', '2030 offline untrusted', '3040 online', '3040 online'],
    ],
    [
      'goes on with a new session',
      [beat(2000, refused(10214)), beat(2020, GOOD, { action: 'login' }), beat(4000)],
      { now: 5000 },
      ['0 online', '2030 online'],
    ],
    [
      'ends when the new session is pushed out at once',
      [beat(2000, refused(10214)), beat(2020, GOOD, { action: 'login' }), beat(4000, refused(10214))],
      { now: 9000 },
      ['0 online', '2030 online', '4010 ended refused 10214'],
    ],
    [
      'waits as long as a busy server asks for',
      [
        beat(2000, { kind: 'failed', reason: 'busy', retryAfterMs: 5000 }),
        beat(2010, { kind: 'failed', reason: 'busy', retryAfterMs: 5000 }, { host: 1 }),
        beat(7100),
      ],
      { now: 8000 },
      ['0 online', '2020 offline busy', '7110 online'],
    ],
    [
      'has not read an answer that came with the time-out',
      [beat(2000, GOOD, { end: 4990 }), beat(5000, FAILED, { host: 1 })],
      { now: 5800, told: [{ event: 'offline', at: 5020 }] },
      ['0 online', '5010 offline network'],
    ],
    [
      'cannot close a connection at once',
      [beat(2000, FAILED, { end: 7500 }), beat(5000, GOOD, { host: 1 })],
      { now: 5800, lingerMs: 3000 },
      ['0 online'],
    ],
  ])('%s', (_, attempts, setting, states) => {
    expect(life(attempts, setting)).toMatchObject({ states, faults: [] });
  });
});

describe('a keeper that does wrong', () => {
  it.each<[string, Attempt[], Setting, RegExp]>([
    ['beats too early', [beat(1000)], { now: 1500 }, /800 ms too early/],
    ['beats too late', [beat(2500)], { now: 2600 }, /300 ms too late/],
    ['beats no more', [beat(2000)], { now: 9000 }, /is late with a beat/],
    ['beats twice at once', [beat(2000, GOOD, { end: 4500 }), beat(4100)], { now: 5000 }, /400 ms before/],
    ['forgets the other host', [beat(2000, FAILED)], { now: 2800 }, /did not ask host 2/],
    ['asks the wrong host first', [beat(2000, GOOD, { host: 1 })], { now: 2800 }, /asked host 2 first/],
    ['waits for an answer for ever', [beat(2000, FAILED, { end: 6000 })], { now: 6050 }, /waited 4000 ms/],
    [
      'waits for an answer that is under way',
      [beat(2000, FAILED, { end: undefined })],
      { now: 9000 },
      /waited/,
    ],
    [
      'gives up',
      [beat(2000, FAILED, { end: 4000, isGivenUp: true })],
      { now: 4050 },
      /gave up after 2000 ms/,
    ],
    [
      'beats after the end',
      [beat(2000, refused(10216)), beat(4000)],
      { now: 5000 },
      /a heartbeat \d+ ms after it had ended/,
    ],
    [
      'does not log in again',
      [beat(2000, refused(10214))],
      { now: 4000 },
      /did not log in again after 10214/,
    ],
    ['retries too seldom', [...failed(2000), ...failed(4000)], { now: 4500 }, /880 ms too late/],
  ])('that %s is noticed', (_, attempts, setting, fault) => {
    expect(life(attempts, setting).faults).toContainEqual(expect.stringMatching(fault));
  });
});

it('an observation may have seen each phase between its start and end, and the phases shortly before and after', () => {
  const { phases } = life([...failed(2000), beat(3000)], { now: 4000 });
  const seen = (from: number, to: number) => phasesSeen(phases, from, to, 100).map(({ state }) => state);
  expect(seen(1000, 1500)).toEqual(['online']);
  expect(seen(1000, 1950)).toEqual(['online', 'offline']);
  expect(seen(2500, 2600)).toEqual(['offline']);
  expect(seen(1000, 4000)).toEqual(['online', 'offline', 'online']);
});
