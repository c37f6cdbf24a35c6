import { describe, expect, it } from '@jest/globals';
import { shapeFaults } from './shape-faults.js';

const REFUSED = 'is not a field that can be set here';
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('shapeFaults', () => {
  it.each([
    ['1', {}],
    ['null', {}],
    ['{"a":{"b":[1,{"c":null}]}}', {}],
    ['{"__proto__":1,"a":2}', { ['__proto__']: REFUSED }],
    ['{"constructor":{"prototype":{}}}', { constructor: REFUSED }],
    ['{"toString":1,"length":2}', { ['toString']: REFUSED }],
    ['{"a":[{"prototype":1}]}', { 'a.0.prototype': REFUSED }],
    [`{"a":${nested(15)}}`, {}],
    [`{"a":${nested(17)}}`, { a: 'is nested too deep' }],
    [`{"a":${nested(100_000)}}`, { a: 'is nested too deep' }],
  ])('finds in %.40s what rules of fields do not see', (json, faults) => {
    expect(Object.entries(shapeFaults(JSON.parse(json)))).toEqual(Object.entries(faults));
  });
});
