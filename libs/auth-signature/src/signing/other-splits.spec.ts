import { describe, expect, it } from '@jest/globals';
import { splitFaults } from './other-splits.js';

describe('splitFaults', () => {
  it('reports a parameter named __proto__ like any other', () => {
    const parameters = new Map([['__proto__', 'a&b']]);
    const faults = splitFaults(parameters, new Set(), new Set());
    expect(Object.entries(faults!)).toEqual([['__proto__', { key: 'ampersand' }]]);
  });
});
