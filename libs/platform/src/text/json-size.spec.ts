import { describe, expect, it } from '@jest/globals';
import { sizeOfJson } from './json-size.js';

describe('sizeOfJson', () => {
  it.each([
    ['1', { members: 0, containers: 0, values: 0 }],
    ['{}', { members: 0, containers: 1, values: 1 }],
    ['{"a":1}', { members: 1, containers: 1, values: 1 }],
    ['{"a":1,"b":[1,2,3]}', { members: 2, containers: 2, values: 5 }],
    ['{"a:,{[":":,{["}', { members: 1, containers: 1, values: 1 }],
    ['{"\\"a\\\\":"\\":,\\\\\\""}', { members: 1, containers: 1, values: 1 }],
    ['[[[', { members: 0, containers: 3, values: 3 }],
  ])('counts the content of %s', (json, size) => {
    expect(sizeOfJson(json)).toEqual(size);
  });

  it('counts the same in bytes of UTF-8 that are read as Latin-1', () => {
    const json = '{"卡":"，：｛\u2200\u{1F600}","b":[1,2]}';
    expect(sizeOfJson(Buffer.from(json).toString('latin1'))).toEqual(sizeOfJson(json));
  });
});
