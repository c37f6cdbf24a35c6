import { describe, expect, it } from '@jest/globals';
import type { MultiOpenPolicy } from '@app/database';
import { makeRoom } from './multi-open.js';

interface Case {
  rule: string;
  /** Open sessions, oldest first, given by their devices. */
  open: string[];
  max: number;
  policy?: MultiOpenPolicy;
  /** Indices in `open` of the sessions that end; `undefined` if the login is refused. */
  ended: number[] | undefined;
}

/** Each login comes from the device `me`. */
const CASES: Case[] = [
  { rule: 'nothing is open', open: [], max: 1, ended: [] },
  { rule: 'a place is free', open: ['a'], max: 2, ended: [] },
  { rule: 'a place is free, so the own session stays', open: ['me'], max: 2, ended: [] },
  { rule: '0 is unlimited', open: ['a', 'b', 'me', 'c'], max: 0, ended: [] },
  { rule: 'full of others: refused', open: ['a'], max: 1, ended: undefined },
  { rule: 'full of others: refused', open: ['a', 'b', 'c'], max: 3, ended: undefined },
  { rule: 'full: the own session makes room', open: ['me'], max: 1, ended: [0] },
  { rule: 'full: the own session makes room, not an older one', open: ['a', 'me'], max: 2, ended: [1] },
  { rule: 'full: of several own sessions the oldest goes', open: ['a', 'me', 'me'], max: 3, ended: [1] },
  { rule: 'lowered limit: refused', open: ['a', 'b'], max: 1, ended: undefined },
  { rule: 'lowered limit: one own session is not enough', open: ['a', 'me'], max: 1, ended: undefined },
  { rule: 'lowered limit: enough own sessions', open: ['me', 'me', 'me'], max: 1, ended: [0, 1, 2] },
  { rule: 'lowered limit: no more than needed', open: ['me', 'me', 'me'], max: 2, ended: [0, 1] },

  { rule: 'a place is free', open: ['a'], max: 2, policy: 'kick_oldest', ended: [] },
  { rule: '0 is unlimited', open: ['a', 'b'], max: 0, policy: 'kick_oldest', ended: [] },
  { rule: 'the oldest goes', open: ['a', 'b'], max: 2, policy: 'kick_oldest', ended: [0] },
  {
    rule: 'the own session goes before an older one',
    open: ['a', 'me'],
    max: 2,
    policy: 'kick_oldest',
    ended: [1],
  },
  {
    rule: 'lowered limit: as many as needed',
    open: ['a', 'b', 'c'],
    max: 2,
    policy: 'kick_oldest',
    ended: [0, 1],
  },
  {
    rule: 'lowered limit: own sessions first',
    open: ['a', 'b', 'me'],
    max: 2,
    policy: 'kick_oldest',
    ended: [2, 0],
  },
];

describe('makeRoom', () => {
  it.each(CASES.map((each) => Object.assign({ policy: 'refuse' as const }, each)))(
    '$policy, limit $max, open $open: $rule',
    ({ open, max, policy, ended }) => {
      const sessions = open.map((deviceId, createdAt) => ({ deviceId, createdAt }));
      const given = makeRoom(sessions.toReversed(), 'me', max, policy);
      expect(given?.map(({ createdAt }) => createdAt)).toEqual(ended);
    },
  );

  it('compares devices exactly', () => {
    const open = [{ deviceId: 'Me', createdAt: 1 }];
    expect(makeRoom(open, 'me', 1, 'refuse')).toBeUndefined();
  });
});
