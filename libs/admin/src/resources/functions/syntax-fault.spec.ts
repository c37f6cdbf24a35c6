import { describe, expect, it } from '@jest/globals';
import { syntaxFault } from './syntax-fault.js';

describe('syntaxFault', () => {
  it.each([
    ['a function', 'function f(a, b) { return a + b }'],
    ['nothing', ''],
    ['a class with private fields', 'class A { #x = 1; get x() { return this.#x } }'],
    ['an async arrow function', 'const f = async () => { for await (const x of []) await x }'],
    ['import()', 'async function f() { return import("node:fs") }'],
    ['an HTML comment, as in scripts', '<!-- f\nfunction f() {}'],
  ])('finds no syntax error in %s', (_, source) => {
    expect(syntaxFault(source)).toBeUndefined();
  });

  it.each([
    ['function f( {', 'has a syntax error in line 1: Unexpected end of input'],
    ['var a = 1;\nlet b = ;\n', "has a syntax error in line 2: Unexpected token ';'"],
    ['\r\n\r\n  return 1', 'has a syntax error in line 3: Illegal return statement'],
    [
      'function f() {\n let a;\n let a }',
      "has a syntax error in line 3: Identifier 'a' has already been declared",
    ],
    ['/(/', 'has a syntax error in line 1: Invalid regular expression: /(/: Unterminated group'],
    ['export const a = 1', "has a syntax error in line 1: Unexpected token 'export'"],
    ['//# sourceURL=elsewhere:99\nlet b = ;', "has a syntax error in line 2: Unexpected token ';'"],
  ])('finds in %j: %s', (source, fault) => {
    expect(syntaxFault(source)?.message).toBe(fault);
  });

  it('reports a stack overflow in deeply nested code', () => {
    expect(syntaxFault('('.repeat(60_000))).toMatchObject({
      code: 'not_compiled',
      params: { reason: 'Maximum call stack size exceeded' },
    });
  });

  it('runs no part of the source', () => {
    const marks = globalThis as { ran?: boolean };
    const source = 'globalThis.ran = true; throw new Error("ran"); function f() {}';
    expect(syntaxFault(source)).toBeUndefined();
    expect(syntaxFault(`${source} (`)).toEqual({
      code: 'syntax_error',
      params: { line: 1, reason: 'Unexpected end of input' },
      message: 'has a syntax error in line 1: Unexpected end of input',
    });
    expect(marks.ran).toBeUndefined();
  });
});
