import { describe, expect, it } from '@jest/globals';
import { toCsv } from './csv.js';

async function lineOf(...row: string[]): Promise<string> {
  let text = '';
  for await (const part of toCsv(
    ['a'],
    (async function* () {
      yield [row];
    })(),
  ))
    text += part;
  return text.replace('\uFEFFa\r\n', '').replace(/\r\n$/, '');
}

describe('toCsv', () => {
  it.each([
    ['=1', "'=1"],
    ['@x', "'@x"],
  ])('escapes a formula at the beginning of a field: %j', async (value, text) => {
    expect(await lineOf('x', value)).toBe(`x,${text}`);
  });

  it.each([
    ["a;=cmd|'/C a'!A0", "a;'=cmd|'/C a'!A0"],
    ['a\t=1', "a\t'=1"],
    ['a;b;+1;-1;@x', "a;b;'+1;'-1;'@x"],
    ['=1;=2', "'=1;'=2"],
    ['a;＝1', "a;'＝1"],
    ['a;"=1', `"a;""'=1"`],
    ['a\n=1', `"a\n'=1"`],
  ])('escapes a formula at a place where a spreadsheet may split the field: %j', async (value, text) => {
    expect(await lineOf('x', value)).toBe(`x,${text}`);
  });

  it.each(['a=1', 'a; b', 'a;b=c', 'a-b@c', 'a;1'])('does not change %j', async (value) => {
    expect(await lineOf(value)).toBe(value);
  });
});
