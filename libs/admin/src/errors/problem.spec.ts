import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULE_WORDS } from '@app/platform';
import { invalid, refusal, refusalOf } from './admin-error.js';
import { FIELD_FAULTS, JOB_FAILURES, LINE_FAULTS, NOTICES, REFUSALS } from './error-catalogue.js';
import { MESSAGES } from './messages.js';
import { problem } from './problem.js';

const chinese = readFileSync(
  join(import.meta.dirname, '../../../../admin-ui/src/i18n/problems.zh.ts'),
  'utf8',
);

function namesIn(template: string): string[] {
  return [...template.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name!);
}

describe('the catalogue', () => {
  it('has each code once', () => {
    const groups = [...Object.values(REFUSALS), RULE_WORDS, FIELD_FAULTS, LINE_FAULTS, JOB_FAILURES, NOTICES];
    const codes = groups.flatMap((group) => Object.keys(group));
    expect(codes.toSorted()).toEqual(Object.keys(MESSAGES).toSorted());
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
  });

  it.each(Object.entries(MESSAGES))(
    'has a Chinese message without additional parameters for %s',
    (code, english) => {
      const said = new RegExp(`^ {2}${code}:\\s+'(.+)',$`, 'm').exec(chinese)?.[1];
      expect(said).toMatch(/\p{Script=Han}|^%\{faults\}$/u);
      expect(namesIn(english)).toEqual(expect.arrayContaining(namesIn(said!)));
    },
  );
});

describe('problem', () => {
  it('fills the parameters into the message', () => {
    expect(problem('text_length', { min: 1, max: 64 })).toEqual({
      code: 'text_length',
      params: { min: 1, max: 64 },
      message: 'must be text of 1 to 64 characters',
    });
    expect(problem('one_of', { values: ['a', 'b'] }).message).toBe('must be one of a, b');
  });

  it('requires every parameter of its code', () => {
    // @ts-expect-error -- max is missing
    expect(problem('text_length', { min: 1 }).message).toContain('%{max}');
  });

  it.each([
    [30, '30 seconds'],
    [61, '2 minutes'],
  ])('says %d seconds as %s', (seconds, words) => {
    expect(refusal('too_many_tries', { seconds }).answer).toMatchObject({
      statusCode: 429,
      params: { seconds },
      message: `Too many failed attempts; try again in ${words}`,
    });
  });
});

describe('refusalOf', () => {
  it('has the faults of the fields, as messages and codes', () => {
    const faults = { name: problem('required'), count: problem('whole_number', { min: 1, max: 9 }) };
    expect(invalid(faults).answer).toEqual({
      statusCode: 422,
      code: 'invalid_fields',
      params: {},
      message: 'name is required; count must be a whole number from 1 to 9',
      errors: { name: 'is required', count: 'must be a whole number from 1 to 9' },
      faults,
    });
    expect(refusalOf({ x: problem('unknown_field') }, 'invalid_filter', { known: ['id'] }).message).toBe(
      'filter: x cannot be set here (allowed: id)',
    );
  });

  it('lists only the first 20 faults', () => {
    const many = Array.from({ length: 30 }, (_, i) => [`${i}${'x'.repeat(200)}`, problem('required')]);
    const { message, faults } = invalid(Object.fromEntries(many)).answer;
    expect(message).toMatch(/; and 10 more$/);
    expect(Object.keys(faults!)).toHaveLength(20);
    for (const field of Object.keys(faults!)) expect(field).toHaveLength(101);
  });
});
