import { describe, expect, it } from '@jest/globals';
import { addUp } from './add-up.js';

const counted = (countedAt: number, unit: number) => ({
  countedAt,
  cards: { unused: unit, active: 2 * unit, expired: 3 * unit, frozen: 4 * unit, consumed: 5 * unit },
  users: { unused: 6 * unit, active: 7 * unit, expired: 8 * unit, frozen: 9 * unit },
  cardTypes: [{ cardTypeId: unit, applicationId: unit, name: 'Type', cards: unit, available: unit }],
});

describe('addUp', () => {
  it('adds up each state, keeps the card types and returns the time of the oldest count', () => {
    expect(addUp([counted(500, 1), counted(400, 10), counted(600, 100)], 700)).toEqual({
      countedAt: 400,
      cards: { unused: 111, active: 222, expired: 333, frozen: 444, consumed: 555 },
      users: { unused: 666, active: 777, expired: 888, frozen: 999 },
      cardTypes: [1, 10, 100].map((id) => ({
        cardTypeId: id,
        applicationId: id,
        name: 'Type',
        cards: id,
        available: id,
      })),
    });
  });

  it('returns 0 and the current time if there are no applications', () => {
    expect(addUp([], 700)).toEqual({
      countedAt: 700,
      cards: { unused: 0, active: 0, expired: 0, frozen: 0, consumed: 0 },
      users: { unused: 0, active: 0, expired: 0, frozen: 0 },
      cardTypes: [],
    });
  });
});
