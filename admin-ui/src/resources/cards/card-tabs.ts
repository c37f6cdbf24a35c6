import type { Dto } from '../../api/types';

type Counts = Dto<'CardCountsDto'>;
export type CardTab = keyof Counts;

/** The filter fields that tabs set. */
const TAB_FIELDS = ['state', 'issued', 'expiresBefore'] as const;
const EXPIRING_MS = 7 * 24 * 3_600_000;

type Filter = Record<string, unknown>;

/** The tabs of the list with their filters. */
export const CARD_TABS: Record<CardTab, (now: number) => Filter> = {
  all: () => ({}),
  available: () => ({ state: 'unused', issued: false }),
  issued: () => ({ state: 'unused', issued: true }),
  active: () => ({ state: 'active' }),
  expiring: (now) => ({ state: 'active', expiresBefore: now + EXPIRING_MS }),
  expired: () => ({ state: 'expired' }),
  frozen: () => ({ state: 'frozen' }),
};

/** Returns the tab of a filter; `undefined` if the filter corresponds to no tab. */
export function tabOf(filter: Filter): CardTab | undefined {
  return (Object.keys(CARD_TABS) as CardTab[]).find((tab) => {
    const own = CARD_TABS[tab](0);
    return TAB_FIELDS.every((field) =>
      field === 'expiresBefore' ? field in own === field in filter : own[field] === filter[field],
    );
  });
}

/** Returns the filter fields that the selected tab shows. */
export function shownByTab(filter: Filter): readonly string[] {
  return tabOf(filter) === undefined ? [] : TAB_FIELDS;
}

/** Returns a filter changed to another tab. Fields that no tab sets are unchanged. */
export function withTab(filter: Filter, tab: CardTab, now: number): Filter {
  return { ...withoutTab(filter), ...CARD_TABS[tab](now) };
}

/** Returns the fields of a filter that no tab sets. */
export function withoutTab(filter: Filter): Filter {
  return Object.fromEntries(
    Object.entries(filter).filter(([field]) => !(TAB_FIELDS as readonly string[]).includes(field)),
  );
}

/** Returns a count as it is shown: the server stops counting at 10,000. */
export function countText(count: number, locale: string): string {
  return count > 10_000 ? `${(10_000).toLocaleString(locale)}+` : count.toLocaleString(locale);
}
