import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PAGES = globSync(['*.md', 'docs/**/*.md', 'test/*.md'], { cwd: ROOT }).toSorted();

interface Block {
  page: string;
  line: number;
  /** Text outside of code blocks: the page's introduction, and this section up to this block. */
  prose: string;
  code: string;
}

/** Syntax and options that differ between the shells of Linux and macOS, by name. */
const NOT_PORTABLE: [string, RegExp][] = [
  ['an array', /^\s*\w+\+?=\(|\$\{\w+\[|\bdeclare -[aA]/m],
  ['[[ instead of [', /(?:^|[\s;(])\[\[\s/m],
  ['a process substitution', /[<>]\((?!\()/],
  ['a here string', /<<</],
  ["$'…' quotes", /\$'/],
  ['local, which POSIX does not have', /^\s*(?:local|function|source)\s/m],
  ['== in [', /\[ [^\]]*[^=!]==[^=]/],
  ['echo with options', /\becho -[en]/],
  ['sed -i without a suffix', /\bsed (?:-\w+ )*-i(?:\s|$)/m],
  ['options of GNU date', /\bdate\b[^|;)\n]*(?:%N|\s-d|\s--date|\s-I|\s--iso)/],
  ['base64 -w', /\bbase64\b[^|;)\n]*\s(?:-w|--wrap)/],
  ['a digest program of GNU (use openssl dgst -r)', /\b(?:md5|sha\d+)sum\b/],
  ['options of GNU grep, readlink or stat', /\bgrep -\w*P|\breadlink -f|\bstat (?:-c|--)/],
];

/** Programs that may be missing on a machine, with the words that the text uses for them. */
const NEEDS: [RegExp, RegExp][] = [
  [/\bjq\b/, /\bjq\b/],
  [/\bsocat\b/, /\bsocat\b/],
  [/\bdocker\b/, /Docker/],
  [
    /\b(?:apt-get|useradd|systemctl|journalctl)\b|\/etc\/systemd|\binstall -\w* ?.*-o\b/,
    /Debian|Linux|systemd/,
  ],
  [/\b(?:mcs|mono)\b/, /Mono/],
];

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const outside: string[] = [];
  const blocks: Block[] = [];
  let open: Block | undefined;
  let isOther = false;
  for (const [at, line] of text.split('\n').entries()) {
    if (open) {
      if (line.trim() === '```') open = void blocks.push(open);
      else open.code += `${line}\n`;
    } else if (isOther) isOther = line.trim() !== '```';
    else if (line.trim() === '```sh') open = { page, line: at + 1, prose: outside.join('\n'), code: '' };
    else if (line.trim().startsWith('```')) isOther = true;
    else outside.push(line);
  }
  return blocks;
}

const BLOCKS = PAGES.flatMap(blocksOf).map((block) => [`${block.page}:${block.line}`, block] as const);

/** The code without comments, which people read, and without quoted here documents. */
const codeOf = ({ code }: Block) => code.replace(/(^|\s)#\s.*$/gm, '$1');

/** Returns the faults of a block; empty if the block is portable. */
function faultsOf(block: Block): string[] {
  const parsed = spawnSync('sh', ['-n'], { input: block.code, encoding: 'utf8' });
  const code = codeOf(block);
  return [
    ...(parsed.status === 0 ? [] : [parsed.stderr.trim()]),
    ...NOT_PORTABLE.flatMap(([fault, pattern]) => (pattern.test(code) ? [fault] : [])),
    ...NEEDS.flatMap(([program, told]) => {
      const needed = program.exec(code);
      return needed && !told.test(block.prose) && !told.test(block.code.match(/^#.*$/gm)?.join() ?? '')
        ? [`does not say that it needs ${needed[0]}`]
        : [];
    }),
  ];
}

describe('shell blocks of the documents', () => {
  it('are marked as sh, so that they are checked', () => {
    const others = PAGES.flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```(?:bash|shell|console|zsh)$/gm)].map(
        () => page,
      ),
    );
    expect(others).toEqual([]);
  });

  it.each(BLOCKS)('%s is for the shells of Linux and macOS', (_, block) => {
    expect(faultsOf(block)).toEqual([]);
  });

  it.each([
    ['names=(a b)', 'an array'],
    ['for name in "${names[@]}"; do :; done', 'an array'],
    ['if [[ -n $x ]]; then :; fi', '[[ instead of ['],
    ['diff <(a) <(b)', 'a process substitution'],
    ['jq . <<<"$x"', 'a here string'],
    ["sed -i 's/a/b/' file", 'sed -i without a suffix'],
    ['NONCE=$(date +%s%N)', 'options of GNU date'],
    ['date -d tomorrow', 'options of GNU date'],
    ['base64 -w 0 file', 'base64 -w'],
    ['printf x | md5sum', 'a digest program of GNU (use openssl dgst -r)'],
    ['curl -s x | jq .code', 'does not say that it needs jq'],
    ['if true; then', 'unexpected'],
  ])('finds the fault of: %s', (code, fault) => {
    expect(faultsOf({ page: '', line: 0, prose: '', code }).join()).toContain(fault);
  });
});
