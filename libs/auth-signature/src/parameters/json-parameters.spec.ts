import { describe, expect, it } from '@jest/globals';
import { ParameterError } from '../errors/client-errors.js';
import { parseJsonParameters } from './json-parameters.js';

/** Returns the reasons for which a body is refused: the reason's key for each parameter. */
function refusal(json: string): Record<string, string> {
  try {
    parseJsonParameters(json);
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    return Object.fromEntries(Object.entries(error.reasons).map(([name, { key }]) => [name, key]));
  }
  throw new Error(`accepted: ${json}`);
}

describe('parseJsonParameters', () => {
  it.each([
    ['an empty object', '{}', []],
    ['text', '{"a":"1","b":""}', [['a', '1'], ['b', '']]], // prettier-ignore
    ['white space around everything', ' {\n"a" :\t"1" } \r\n', [['a', '1']]],
    ['Unicode, written out or escaped', '{"卡":"值😀","\\u5361\\ud83d\\ude00":"\\n"}', [['卡', '值😀'], ['卡😀', '\n']]], // prettier-ignore
    ['an empty key', '{"":"x"}', [['', 'x']]],
    ['the key __proto__', '{"__proto__":"x","constructor":"y"}', [['__proto__', 'x'], ['constructor', 'y']]], // prettier-ignore
  ])('reads %s', (_, json, expected) => {
    expect(parseJsonParameters(json)).toEqual(expected);
  });

  it.each([
    ['5', '5'],
    ['-7', '-7'],
    ['0', '0'],
    ['-0', '0'],
    ['1e3', '1000'],
    ['1.0', '1'],
    ['9007199254740991', '9007199254740991'],
    ['-9007199254740991', '-9007199254740991'],
    ['true', 'true'],
    ['false', 'false'],
  ])('reads %s as the text %s', (json, text) => {
    expect(parseJsonParameters(`{"a":${json}}`)).toEqual([['a', text]]);
  });

  it.each(['1.5', '-0.1', '1e-3', '9007199254740992', '-9007199254740992', '1e21', '1e400'])(
    'refuses the number %s',
    (number) => {
      expect(refusal(`{"b":"x","a":${number}}`)).toEqual({ a: 'safe_integer' });
    },
  );

  it.each(['null', '[]', '["x"]', '{}', '{"b":"x"}'])('refuses the value %s', (value) => {
    expect(refusal(`{"b":"x","a":${value}}`)).toEqual({ a: 'text' });
  });

  it('refuses a nested __proto__ like any object', () => {
    expect(Object.entries(refusal('{"__proto__":{"a":"x"}}'))).toEqual([['__proto__', 'text']]);
  });

  it.each([
    ['with different values', '{"a":"1","a":"2"}'],
    ['with the same value', '{"a":"1","a":"1"}'],
    ['three times', '{"a":"1","a":"1","a":"1"}'],
    ['far apart', '{"a":"1","b":"2","c":"3","a":"1"}'],
    ['with white space before the colon', '{"a" : 1,\n"a"\t: 1}'],
    ['with an object that the last one hides', '{"a":{"x":"1"},"a":"2"}'],
    ['with an empty object that the last one hides', '{"a":{},"a":"2"}'],
    ['with an array that the last one hides', '{"a":["x"],"a":"2"}'],
    ['with null that the last one hides', '{"a":null,"a":"2"}'],
    ['once with \\u escapes', '{"card":"1","\\u0063\\u0061rd":"2"}'],
    ['once with an escaped slash', '{"a/b":"1","a\\/b":"2"}'],
    ['that is __proto__', '{"__proto__":"1","__proto__":"2"}'],
    ['that is a number', '{"1":"a","1":"b"}'],
    ['beside texts full of punctuation', '{"a":"\\\\\\":","b":"{:}","a":":\\""}'],
  ])('refuses a repeated key %s', (_, json) => {
    expect(refusal(json)).toEqual({ body: 'repeated' });
  });

  it.each([
    [{ a: 'b:c', 'd:e': ':' }],
    [{ a: '"', 'b"': '":"', 'c"d': '\\"' }],
    [{ a: '\\', 'b\\': '\\\\', c: '\\":', 'd\\"': 'e' }],
    [{ a: '{"a":"1","a":"2"}', b: '[{"c":null}]' }],
    [{ a: '\u2028', b: '\u2029:', c: '\n:\r' }],
  ])('does not take %j for repeated keys', (parameters) => {
    expect(parseJsonParameters(JSON.stringify(parameters))).toEqual(Object.entries(parameters));
  });

  it.each(['[]', '[["a","b"]]', '"text"', '1', 'true', 'null'])(
    'refuses %s in place of an object',
    (json) => {
      expect(refusal(json)).toEqual({ body: 'text' });
    },
  );

  it.each(['', '{', '{"a":1', '{"a":"1",}', "{'a':'1'}", '{a:1}', 'a=1', '{"a":01}', '{"a":NaN}', '{}{}'])(
    'refuses what is not JSON: %j',
    (json) => {
      expect(refusal(json)).toEqual({ body: 'json' });
    },
  );

  it.each([
    ['plain', 'x'],
    ['escaped', '\\n'],
  ])('reads a very long %s text', (_, unit) => {
    const json = `{"a":"${unit.repeat(12_000_000 / unit.length)}"}`;
    expect(parseJsonParameters(json)[0]![1].length).toBe(12_000_000 / unit.length);
  });

  it.each([
    ['deeply nested values', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['more members than are let in', `{${Array.from({ length: 1001 }, (_, i) => `"a${i}":1`).join()}}`],
  ])('refuses %s by their number', (_, json) => {
    expect(refusal(json)).toEqual({ body: 'too_many' });
  });
});
