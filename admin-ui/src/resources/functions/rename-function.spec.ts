import { describe, expect, it } from '@jest/globals';
import { renameFunction } from './rename-function';

describe('renameFunction', () => {
  it.each([
    ['the definition', 'function a(x) { return a; }', 'a', 'b', 'function b(x) { return a; }'],
    ['a name of signs', 'function $a(x) {}', '$a', '$b', 'function $b(x) {}'],
    ['a definition with spaces', 'function  a () {}', 'a', 'b', 'function  b () {}'],
    ['nothing if the new name is empty', 'function a() {}', 'a', '', 'function a() {}'],
    [
      'nothing if the old name is empty',
      'on(function () {}); function a() {}',
      '',
      'b',
      'on(function () {}); function a() {}',
    ],
    [
      'nothing if the new name is taken',
      'function b() {} function a() {}',
      'a',
      'b',
      'function b() {} function a() {}',
    ],
    ['no other function', 'function ab() {}', 'a', 'b', 'function ab() {}'],
    ['no name with a dot', 'function a() {}', 'a', 'a.b', 'function a() {}'],
  ])('renames %s', (_, source, before, after, renamed) => {
    expect(renameFunction(source, before, after)).toBe(renamed);
  });
});
