import type { Dto } from '../../api/types';

type Counts = Dto<'CardCountsDto'>;
export type CardTab = keyof Counts;

/** The filter fields that tabs set. The tab `expiring` also sets `expiresBefore`. */
const TAB_FIELDS = ['state', 'issued'] as const;
const HOUR_MS = 3_600_000;
const EXPIRING_MS = 7 * 24 * HOUR_MS;

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
export function tabOf(filter: Filter, now: number): CardTab | undefined {
  const isExpiring = isOfExpiringTab(filter, now);
  return (Object.keys(CARD_TABS) as CardTab[]).find((tab) => {
    const own = CARD_TABS[tab](now);
    return TAB_FIELDS.every((field) => own[field] === filter[field]) && 'expiresBefore' in own === isExpiring;
  });
}

/** True if the tab `expiring` could have set the filter within the last hour. */
function isOfExpiringTab({ state, expiresBefore }: Filter, now: number): boolean {
  const age = now + EXPIRING_MS - Number(expiresBefore);
  return state === 'active' && age >= 0 && age < HOUR_MS;
}

/** Returns the filter fields that the selected tab stands for: they need no input of their own. */
export function shownByTab(filter: Filter, now: number): readonly string[] {
  return tabOf(filter, now) === undefined ? [] : fieldsOfTab(filter, now);
}

function fieldsOfTab(filter: Filter, now: number): readonly string[] {
  return isOfExpiringTab(filter, now) ? [...TAB_FIELDS, 'expiresBefore'] : TAB_FIELDS;
}

/** Returns a filter after a change to another tab. Fields that the current tab does not set are unchanged. */
export function withTab(filter: Filter, tab: CardTab, now: number): Filter {
  return { ...withoutTab(filter, now), ...CARD_TABS[tab](now) };
}

/** Returns a filter without the fields that its tab sets. */
export function withoutTab(filter: Filter, now: number): Filter {
  const ofTab = fieldsOfTab(filter, now);
  return Object.fromEntries(Object.entries(filter).filter(([field]) => !ofTab.includes(field)));
}

/** Returns a count as it is shown: the server stops counting at 10,000. */
export function countText(count: number, locale: string): string {
  return count > 10_000 ? `${(10_000).toLocaleString(locale)}+` : count.toLocaleString(locale);
}
