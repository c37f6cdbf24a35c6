import { expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { highlight } from '../admin-ui/src/integration/highlight.js';
import { eplProgram } from '../admin-ui/src/integration/snippets/epl.js';
import { VECTORS } from './support/test-vectors.js';

/** The tests have no 易语言. They parse and evaluate its expressions themselves. */
const [login] = VECTORS.requests;
const { card, device_id: device, nonce, timestamp } = login!.parameters;

const program = eplProgram({
  server: 'https://licence.example',
  appKey: VECTORS.app_key,
  appSecret: VECTORS.app_secret,
  card: card!,
});
const lines = program.split('\n').map((line) => line.trim());

/** Returns the value of a sum of texts, variables and calls without arguments. */
function evaluate(sum: string, variables: Record<string, string>): string {
  const valueOf = (part: string) => {
    const text = /^“(.*)”$/.exec(part)?.[1];
    const value = text ?? variables[part.replace(/ \(\)$/, '')];
    if (value === undefined) throw new Error(`unknown: ${part}`);
    return value;
  };
  return sum
    .split(' ＋ ')
    .map((part) => valueOf(part.trim()))
    .join('');
}

/** Returns the text that the program signs for a path. */
function signedText(path: string, variables: Record<string, string>): string {
  const sum = lines.map((line) => new RegExp(`^答复 ＝ 发送 \\(“${path}”, (.*)\\)$`).exec(line)?.[1]);
  return evaluate(
    sum.find((found) => found !== undefined)!,
    variables,
  );
}

const variables = {
  ...Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, text] = /^(\S+) ＝ “([^”]*)”$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, text!]];
    }),
  ),
  设备: device!,
  令牌: 'the-token',
  取随机串: nonce!,
  取时间戳: timestamp!,
};

it('signs a login as the test vectors do', () => {
  expect(signedText('/card/login', variables)).toBe(login!.signed_text);
});

it('signs the parameters of a heartbeat in their order', () => {
  const text = signedText('/card/heartbeat', variables);
  const names = text.split('&').map((pair) => pair.split('=')[0]);
  expect(names).toEqual(['app_key', 'card', 'nonce', 'timestamp', 'token']);
});

it('digests the text and the secret as the test vectors do', () => {
  const [digested] = lines.flatMap(
    (line) => /^签名 ＝ 到小写 \(取数据摘要 \(到字节集 \((.*)\)\)\)$/.exec(line)?.[1] ?? [],
  );
  const text = evaluate(digested!, { ...variables, 待签名: login!.signed_text });
  expect(createHash('md5').update(text).digest('hex')).toBe(login!.sign.md5);
});

it('closes every block and bracket, and declares every variable', () => {
  const count = (start: string) => lines.filter((line) => line.startsWith(start)).length;
  expect(count('.如果真 ')).toBe(count('.如果真结束'));
  expect(count('.判断循环首')).toBe(count('.判断循环尾'));
  for (const line of lines.filter((each) => !each.startsWith("'"))) {
    const code = line.replaceAll(/“[^”]*”/g, '');
    expect([line, code.split('(').length]).toEqual([line, code.split(')').length]);
  }
  const declared = new Set(
    [...program.matchAll(/^\.(?:局部变量|程序集变量|参数) ([^,\n]+),/gm)].map(([, name]) => name),
  );
  for (const [, name] of program.matchAll(/^ *(\S+) ＝ /gm)) expect(declared).toContain(name);
});

it('is highlighted without losing a character', () => {
  const pieces = highlight(program, 'epl');
  expect(pieces.map(({ text }) => text).join('')).toBe(program);
  expect(new Set(pieces.map(({ kind }) => kind))).toEqual(new Set(['comment', 'string', 'plain']));
});
