import { describe, expect, it } from '@jest/globals';
import type { DurationUnit, Language } from '@app/database';
import { durationText, fillCardTemplate, isCardTemplate } from './card-template.js';

describe('a card template', () => {
  it.each([
    ['{card}', true],
    ['卡号:{card} 时长:{duration}', true],
    ['{type}: {card}\n{batch} {note} {application}', true],
    ['{ card } {card} {}', true],
    ['no placeholder', false],
    ['{duration}', false],
    ['{card} {price}', false],
    ['{CARD} {card}', false],
  ])('%j is right: %p', (template, isRight) => {
    expect(isCardTemplate(template)).toBe(isRight);
  });

  it('is filled in one pass, so that placeholders in a value stay as they are', () => {
    const values = {
      card: '{note}',
      type: 'Month',
      duration: '1 month',
      batch: '$&',
      note: 'N',
      application: 'A',
    };
    expect(fillCardTemplate('{card} {type} {batch} {card}', values)).toBe('{note} Month $& {note}');
  });
});

it.each<[DurationUnit, number, Language, string]>([
  ['days', 30, 'zh-CN', '30天'],
  ['months', 1, 'zh-CN', '1个月'],
  ['days', 30, 'en', '30 days'],
  ['years', 1, 'en', '1 year'],
  ['permanent', 0, 'en', 'permanent'],
  ['permanent', 0, 'zh-CN', '永久'],
])('%s %d in %s: %s', (unit, amount, language, text) => {
  expect(durationText(unit, amount, language)).toBe(text);
});
