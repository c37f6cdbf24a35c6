/** The event by which any part of the panel opens the search. */
export const SEARCH_EVENT = 'latchkey:search';

/** Opens the search over everything, as Ctrl+K and ⌘K do. */
export function openSearch(): void {
  window.dispatchEvent(new Event(SEARCH_EVENT));
}
