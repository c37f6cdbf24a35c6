import { describe, expect, it } from '@jest/globals';
import { problem } from '../errors/problem.js';
import { shapeFaults } from './shape-faults.js';

const REFUSED = problem('unknown_field');
const TOO_DEEP = problem('nested_too_deep');
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
    [`{"a":${nested(17)}}`, { a: TOO_DEEP }],
    [`{"a":${nested(100_000)}}`, { a: TOO_DEEP }],
  ])('finds in %.40s the faults that validators of fields cannot detect', (json, faults) => {
    expect(Object.entries(shapeFaults(JSON.parse(json)))).toEqual(Object.entries(faults));
  });
});
