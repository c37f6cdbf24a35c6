/** A part of a program's text that is shown in one style. */
export interface Piece {
  kind: 'plain' | 'comment' | 'string' | 'keyword';
  text: string;
}

const C_LIKE = { line: '//', block: true };
const KEYWORDS = {
  script:
    'async await break catch const continue else export finally for from function if import interface let new of return throw try type typeof while',
  c: 'auto break case catch class const constexpr continue default do else enum extern false final finally for foreach func go defer if import in include int interface long namespace new null nullptr out package private public return static string struct switch this throw throws true try type using var void while bool double char byte chan map range select',
  php: 'as break catch class const continue declare do echo else elseif exit extends false finally fn for foreach function if implements instanceof new null private public return static throw true try while array int string bool never void',
  python:
    'and as break class continue def elif else except False finally for from if import in is lambda None not or pass raise return True try while with yield',
  lua: 'and break do else elseif end error false for function if in local nil not or repeat require return then true until while',
  shell:
    'case do done echo elif else esac exit fi for function if in local read return set shift then until while printf export',
};

interface Grammar {
  /** The characters that begin a comment; the comment ends with the line. */
  line: string;
  /** True if the language has block comments like this one. */
  block?: boolean;
  keywords: string;
}

/** Languages by the id of the snippet; for other ids only strings and `//` comments are highlighted. */
const GRAMMARS: Record<string, Grammar> = {
  curl: { line: '#', keywords: KEYWORDS.shell },
  javascript: { ...C_LIKE, keywords: KEYWORDS.script },
  python: { line: '#', keywords: KEYWORDS.python },
  lua: { line: '--', keywords: KEYWORDS.lua },
  csharp: { ...C_LIKE, keywords: KEYWORDS.c },
  c: { ...C_LIKE, keywords: KEYWORDS.c },
  cpp: { ...C_LIKE, keywords: KEYWORDS.c },
  java: { ...C_LIKE, keywords: KEYWORDS.c },
  go: { ...C_LIKE, keywords: KEYWORDS.c },
  php: { ...C_LIKE, keywords: KEYWORDS.php },
  epl: { line: "'", keywords: '' },
};

/**
 * Splits a program into comments, strings, keywords and the rest. The language is not parsed: if a string contains
 * another string, a comment mark in the inner one may be mistaken for a comment. This only changes a colour.
 * @returns pieces; their texts joined are the program
 */
export function highlight(program: string, language: string): Piece[] {
  const { line, block, keywords } = GRAMMARS[language] ?? { line: '//', keywords: '' };
  const words = new Set(keywords.split(' '));
  const pattern = new RegExp(
    [
      ...(block ? [String.raw`(?<block>/\*[\s\S]*?\*/)`] : []),
      // In a shell, $# and ${#name} are not comments.
      String.raw`(?<comment>(?<![$\w{"'])${line.replaceAll(/[/-]/g, String.raw`\$&`)}[^\n]*)`,
      String.raw`(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|“[^”\n]*”)`,
      String.raw`(?<word>[A-Za-z_]\w*)`,
    ].join('|'),
    'g',
  );
  const pieces: Piece[] = [];
  const add = (kind: Piece['kind'], text: string) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') pieces.push({ kind, text });
  };
  let end = 0;
  for (const match of program.matchAll(pattern)) {
    add('plain', program.slice(end, match.index));
    const { block: long, comment, string, word } = match.groups!;
    const isComment = long !== undefined || comment !== undefined;
    const isKeyword = word !== undefined && words.has(word);
    add(isComment ? 'comment' : string !== undefined ? 'string' : isKeyword ? 'keyword' : 'plain', match[0]);
    end = match.index + match[0].length;
  }
  add('plain', program.slice(end));
  return pieces;
}
