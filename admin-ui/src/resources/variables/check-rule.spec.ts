import { describe, expect, it } from '@jest/globals';
import { CHECK_RULES, kindOf, ruleOf } from './check-rule';

describe('a check rule', () => {
  it.each([
    [null, 'none'],
    [undefined, 'none'],
    ['md5', 'md5'],
    ['crc32', 'crc32'],
    ['MD5', 'fixed'],
    ['', 'fixed'],
  ])('%j is %s', (rule, kind) => {
    expect(kindOf(rule)).toBe(kind);
  });

  it('survives the choice of its kind', () => {
    for (const kind of CHECK_RULES) expect(kindOf(ruleOf(kind))).toBe(kind);
  });
});
