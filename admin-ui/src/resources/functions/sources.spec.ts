import { describe, expect, it } from '@jest/globals';
import { diffLines } from './diff-lines';
import { renameFunction } from './rename-function';

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ sign, text }) => sign + text);

describe('diffLines', () => {
  it.each<[string, string, string, string[]]>([
    ['the same', 'a\nb', 'a\nb', [' a', ' b']],
    ['a line added', 'a\nc', 'a\nb\nc', [' a', '+b', ' c']],
    ['a line removed', 'a\nb\nc', 'a\nc', [' a', '-b', ' c']],
    ['a line changed', 'a\nb', 'a\nc', [' a', '-b', '+c']],
    ['lines moved', 'a\nb\nc', 'c\na\nb', ['+c', ' a', ' b', '-c']],
    ['an empty text', '', 'a', ['-', '+a']],
  ])('%s', (_, before, after, lines) => {
    expect(shown(before, after)).toEqual(lines);
  });
});

describe('renameFunction', () => {
  it.each([
    ['the definition', 'function a(x) { return a; }', 'a', 'b', 'function b(x) { return a; }'],
    ['a name of signs', 'function $a(x) {}', '$a', '$b', 'function $b(x) {}'],
    ['a name that is emptied', 'function a() {}', 'a', '', 'function () {}'],
    ['no other function', 'function ab() {}', 'a', 'b', 'function ab() {}'],
    ['no name with a dot', 'function a() {}', 'a', 'a.b', 'function a() {}'],
  ])('renames %s', (_, source, before, after, renamed) => {
    expect(renameFunction(source, before, after)).toBe(renamed);
  });
});
