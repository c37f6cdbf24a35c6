import { describe, expect, it } from '@jest/globals';
import { bodyHash, type OrderBody } from './body-hash.js';

const BODY: OrderBody = { cardType: 'Month', quantity: 2, contact: null, amount: null, note: null };

describe('bodyHash', () => {
  it('is the same for the same values', () => {
    expect(bodyHash({ ...BODY })).toBe(bodyHash(BODY));
    expect(bodyHash(BODY)).toMatch(/^[\w-]{43}$/);
  });

  it.each<Partial<OrderBody>>([
    { cardType: 'Year' },
    { quantity: 3 },
    { contact: 'a' },
    { contact: '' },
    { amount: 0 },
    { note: 'a' },
  ])('differs with %j', (change) => {
    expect(bodyHash({ ...BODY, ...change })).not.toBe(bodyHash(BODY));
  });

  it('distinguishes a contact from a note', () => {
    expect(bodyHash({ ...BODY, contact: 'a' })).not.toBe(bodyHash({ ...BODY, note: 'a' }));
  });
});
