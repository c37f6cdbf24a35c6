import { describe, expect, it } from '@jest/globals';
import type { Card, CardType } from '@app/database';
import type { ImportRow } from '../import-row.js';
import { decideRow, type ImportRules, kindOf } from './decide-row.js';

const rules: ImportRules = {
  application: { id: 1, timeZone: 'UTC', unbindPolicy: 'deduct_hours', unbindHours: 0 },
  types: [
    {
      id: 2,
      name: 'Month',
      durationUnit: 'days',
      uses: null,
      unbindLimit: null,
      unbindPolicy: null,
    } as CardType,
  ],
  defaultTypeId: 2,
  existing: 'update',
  now: 1_000_000,
};

describe('decideRow', () => {
  const alice: ImportRow = { line: 1, username: 'alice', card: 'C', passwordHash: '$md5$x', remainingMs: 7 };
  const card = (fields: Partial<Card> = {}) =>
    ({ id: 5, card: 'C', status: 'unused', frozen: false, ...fields }) as Card;
  const decide = (row: ImportRow, found: Card | undefined, existing: 'skip' | 'update') =>
    decideRow(
      row,
      { cards: new Map(found ? [['C', found]] : []), users: new Map(), devices: new Map() },
      { ...rules, existing },
    );
  const exists = { outcome: 'exists', why: { code: 'card_exists', params: {} } };

  it('creates a new user with a new card', () => {
    expect(kindOf(alice)).toBe('user');
    for (const existing of ['skip', 'update'] as const)
      expect(decide(alice, undefined, existing)).toMatchObject({ outcome: 'created', consumes: undefined });
  });

  it('creates a new user whose card an earlier import has created, in an update only', () => {
    expect(decide(alice, card(), 'update')).toMatchObject({ outcome: 'created', consumes: { id: 5 } });
    expect(decide(alice, card(), 'skip')).toEqual(exists);
  });

  it.each<[string, Partial<Card>]>([
    ['frozen', { frozen: true }],
    ['activated', { status: 'activated' }],
    ['consumed', { status: 'consumed' }],
  ])('creates no user whose card is %s', (_, fields) => {
    expect(decide(alice, card(fields), 'update')).toEqual(exists);
  });

  it('leaves the card alone if the row has a fault', () => {
    const { passwordHash: _, ...incomplete } = alice;
    expect(decide(incomplete, card(), 'update')).toMatchObject({
      outcome: 'invalid',
      why: { code: 'user_password_missing' },
    });
  });
});
