import { describe, expect, it } from '@jest/globals';
import { diffLines } from './diff-lines';

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
