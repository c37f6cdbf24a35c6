/** The event by which the panel's parts open the search. */
export const SEARCH_EVENT = 'latchkey:search';

let isReady = false;

/** Tells the frame that somebody listens to `SEARCH_EVENT`, so that it shows its search buttons. */
export function registerSearch(): void {
  isReady = true;
}

/** True if the search can be opened. */
export function hasSearch(): boolean {
  return isReady;
}

/** Opens the search. */
export function openSearch(): void {
  window.dispatchEvent(new Event(SEARCH_EVENT));
}
