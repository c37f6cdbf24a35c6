import { describe, expect, it } from '@jest/globals';
import { isJson, isRepeated, notZero } from './field-rules';

describe('rules of form fields', () => {
  it.each<[unknown, boolean]>([
    ['{"a":[1]}', true],
    ['', true],
    [null, true],
    ['{"a":1', false],
    ['level=1', false],
    ["{'a':1}", false],
  ])('isJson accepts %j: %p', (text, isFine) => {
    expect(isJson(text) === undefined).toBe(isFine);
  });

  it('notZero accepts what takes time away, too', () => {
    expect([notZero(0), notZero(-1), notZero(1)]).toEqual(['panel.add_time.not_zero', undefined, undefined]);
  });

  it('isRepeated compares letter by letter', () => {
    expect(isRepeated('Secret12', { newPassword: 'Secret12' })).toBeUndefined();
    expect(isRepeated('secret12', { newPassword: 'Secret12' })).toBe('panel.account.password.differs');
  });
});
