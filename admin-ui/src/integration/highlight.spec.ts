import { describe, expect, it } from '@jest/globals';
import { highlight, type Piece } from './highlight';

const marked = (program: string, language: string) =>
  highlight(program, language)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => [kind, text]);

describe('highlight', () => {
  it.each<[string, string, [Piece['kind'], string][]]>([
    [
      'javascript',
      'const a = "// no comment"; // yes',
      [
        ['keyword', 'const'],
        ['string', '"// no comment"'],
        ['comment', '// yes'],
      ],
    ],
    ['javascript', '/* two\nlines */ x', [['comment', '/* two\nlines */']]],
    [
      'python',
      "return 'a\\'b'  # c",
      [
        ['keyword', 'return'],
        ['string', "'a\\'b'"],
        ['comment', '# c'],
      ],
    ],
    [
      'lua',
      'local a -- b',
      [
        ['keyword', 'local'],
        ['comment', '-- b'],
      ],
    ],
    ['curl', 'echo $# ${#a}', [['keyword', 'echo']]],
    ['curl', 'x # note', [['comment', '# note']]],
    ['php', '$if = 1', [['keyword', 'if']]],
    ['unknown', 'if "a"', [['string', '"a"']]],
  ])('marks %s: %j', (language, program, pieces) => {
    expect(marked(program, language)).toEqual(pieces);
  });
});
