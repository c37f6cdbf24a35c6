import { expect, it } from '@jest/globals';
import { CARD_TABS, type CardTab, countText, shownByTab, tabOf, withTab } from './card-tabs';

it.each(Object.keys(CARD_TABS) as CardTab[])('the tab %s is found by its filter', (tab) => {
  const filter = { batch: 'Spring' };
  expect(tabOf(withTab(filter, tab, 1000), 1000)).toBe(tab);
  // From any other tab.
  expect(withTab(withTab(filter, 'expiring', 1), tab, 1000)).toEqual(withTab(filter, tab, 1000));
  expect(withTab(filter, tab, 1000)).toMatchObject(filter);
});

it('a state without a tab belongs to none', () => {
  expect(tabOf({ state: 'consumed' }, 1000)).toBeUndefined();
  expect(tabOf({ issued: true }, 1000)).toBeUndefined();
});

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

it.each<[string, Record<string, unknown>, CardTab]>([
  ['set by the tab 59 minutes ago', { state: 'active', expiresBefore: WEEK_MS - 59 * 60_000 }, 'expiring'],
  ['set by the tab hours ago', { state: 'active', expiresBefore: WEEK_MS - 2 * HOUR_MS }, 'active'],
  ['of another time', { state: 'active', expiresBefore: 52 * WEEK_MS }, 'active'],
  ['of frozen cards', { state: 'frozen', expiresBefore: WEEK_MS }, 'frozen'],
  ['of all cards', { expiresBefore: WEEK_MS }, 'all'],
])('the tab of a filter by expiry %s', (_, filter, tab) => {
  expect(tabOf(filter, 0)).toBe(tab);
  // In the tab `expiring`, this filter has no input, and leaving the tab removes it. Other tabs keep the filter.
  const isOfTab = tab === 'expiring';
  expect(shownByTab(filter, 0).includes('expiresBefore')).toBe(isOfTab);
  expect('expiresBefore' in withTab(filter, 'available', 0)).toBe(!isOfTab);
});

it.each([
  [0, '0'],
  [10_000, '10,000'],
  [10_001, '10,000+'],
])('%d cards are shown as %s', (count, text) => {
  expect(countText(count, 'en')).toBe(text);
});
