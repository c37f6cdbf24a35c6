import { describe, expect, it } from '@jest/globals';
import { indentJson, jsonFault, seemsJson } from './json-fault';

describe('jsonFault', () => {
  it.each([
    '{}',
    ' [ ] ',
    '{"a":{"b":[1,-2.5e3,"\\u00e9\\n",true,null]},"c":[[],{}]}',
    '"text"',
    '0',
    '[\n1,\n2\n]\n',
  ])('%j is JSON', (text) => {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(jsonFault(text)).toBeUndefined();
  });

  it.each([
    ['', 1, 1],
    ['{', 1, 2],
    ['{"a":1', 1, 7],
    ['{\n  "a": 1,\n}', 3, 1],
    ['{\n  "a": x\n}', 2, 8],
    ['{\n  a: 1\n}', 2, 3],
    ['[1 2]', 1, 4],
    ['[1,]', 1, 4],
    ['{"a":1}}', 1, 8],
    ['{"a":1} x', 1, 9],
    ['["\n"]', 1, 2],
    ["{'a':1}", 1, 2],
    ['[01]', 1, 3],
    ['{"a"}', 1, 5],
    ['[}', 1, 2],
  ])('%j is none in line %i, column %i', (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(jsonFault(text)).toEqual({ line, column });
  });

  it('agrees with JSON.parse about a text with any one character changed', () => {
    const text = '{"a":[1,2.5e1,"x\\n"],"b":{"c":null,"d":true}}';
    for (let i = 0; i < text.length; i++) {
      for (const character of ['', '"', ',', ':', '[', '}', '0', '-', ' ', '\\', 'e']) {
        const changed = text.slice(0, i) + character + text.slice(i + 1);
        expect({ changed, isJson: jsonFault(changed) === undefined }).toEqual({
          changed,
          isJson: parses(changed),
        });
      }
    }
  });

  it('reads nesting of any depth', () => {
    expect(jsonFault('['.repeat(30_000))).toEqual({ line: 1, column: 30_001 });
    expect(jsonFault('['.repeat(30_000) + ']'.repeat(30_000))).toBeUndefined();
  });
});

describe('indentJson', () => {
  it.each([
    '{"a":{"b":[1,-2.5,"x\\n: , {[\\"]}",true,null]},"c":[[],{},[{}]]}',
    ' [ 1 ,\n2 ] ',
    '[]',
    '{ }',
    '"text"',
    '0',
  ])('%j becomes what JSON.stringify writes', (text) => {
    const written = JSON.stringify(JSON.parse(text), null, 2);
    expect(indentJson(text)).toBe(written);
    expect(indentJson(written)).toBe(written);
  });

  it.each(['1234567890123456789', '1.0', '1E400', '"\\u00e9\\/"', '{"b":1,"a":2,"1":3,"a":4}'])(
    'changes nothing but white space in %s',
    (text) => {
      expect(indentJson(text).replaceAll(/[ \n]/g, '')).toBe(text);
    },
  );
});

it.each([
  ['{', true],
  [' \n[1', true],
  ['Hello {name}', false],
  ['1', false],
  ['', false],
])('%j seems to be JSON: %j', (text, expected) => {
  expect(seemsJson(text)).toBe(expected);
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
