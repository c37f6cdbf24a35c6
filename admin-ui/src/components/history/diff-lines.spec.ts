import { describe, expect, it } from '@jest/globals';
import { diffLines } from './diff-lines';

const shown = (before: string, after: string) =>
  diffLines(before, after).flatMap(({ sign, lines }) => lines.map((line) => sign + line));

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

  it('replaces everything between the first and the last difference of very long texts', () => {
    const lines = (from: number) => Array.from({ length: 2000 }, (_, i) => String(from + i));
    const [a, b] = [lines(0), lines(10_000)].map((half) => [...half, 'same', ...half]);
    expect(diffLines(['x', ...a!, 'y'].join('\n'), ['x', ...b!, 'y'].join('\n'))).toEqual([
      { sign: ' ', lines: ['x'] },
      { sign: '-', lines: a },
      { sign: '+', lines: b },
      { sign: ' ', lines: ['y'] },
    ]);
  });

  it('finds the changed line of a very long text', () => {
    const lines = Array.from({ length: 32_768 }, () => 'a');
    expect(diffLines(lines.join('\n'), lines.with(16_384, 'b').join('\n'))).toEqual([
      { sign: ' ', lines: lines.slice(0, 16_384) },
      { sign: '-', lines: ['a'] },
      { sign: '+', lines: ['b'] },
      { sign: ' ', lines: lines.slice(16_385) },
    ]);
  });

  it.each<[string, string, string, string[]]>([
    ['added', 'a\na', 'a\na\na', [' a', ' a', '+a']],
    ['removed', 'a\na\na', 'a\na', [' a', ' a', '-a']],
  ])('counts no line twice if a repeated line is %s', (_, before, after, lines) => {
    expect(shown(before, after)).toEqual(lines);
  });
});
