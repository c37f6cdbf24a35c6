import { expect, it } from '@jest/globals';
import { CARD_TABS, type CardTab, countText, tabOf, withTab } from './card-tabs';

it.each(Object.keys(CARD_TABS) as CardTab[])('the tab %s is found by its filter', (tab) => {
  const filter = { batch: 'Spring' };
  expect(tabOf(withTab(filter, tab, 1000))).toBe(tab);
  // From any other tab.
  expect(tabOf(withTab(withTab(filter, 'expiring', 1), tab, 1000))).toBe(tab);
  expect(withTab(filter, tab, 1000)).toMatchObject(filter);
});

it('a state without a tab belongs to none', () => {
  expect(tabOf({ state: 'consumed' })).toBeUndefined();
  expect(tabOf({ issued: true })).toBeUndefined();
  expect(tabOf({ expiresBefore: 5 })).toBeUndefined();
});

it.each([
  [0, '0'],
  [10_000, '10,000'],
  [10_001, '10,000+'],
])('%d cards are shown as %s', (count, text) => {
  expect(countText(count, 'en')).toBe(text);
});
