import type { Dto } from '../api/types';
import { deviceLookupPath } from '../components/device-lookup-path';
import { requestsPath } from '../resources/requests/request-path';

export type SearchAnswer = Dto<'SearchDto'>;
export type SearchResult = Dto<'SearchResultDto'>;

/** The target of an option. */
export type Target =
  | {
      readonly path: string;
      /** Application to select before the page opens; `undefined` keeps the current one. */
      readonly applicationId?: number;
      /** Dialog to open on the page, such as `freeze`. */
      readonly action?: string;
    }
  | {
      /** Text to search for instead. */
      readonly query: string;
    };

/** An option of the search: a record, a page or an action. */
export type SearchOption = { readonly id: string; readonly group: string; readonly target: Target } & (
  { readonly result: SearchResult } | { readonly label: string }
);

/** Returns an option for each record that was found or, if none was found, for each card with a similar key. */
export function resultOptions({ results, near }: SearchAnswer): SearchOption[] {
  return [...results, ...near].map((result, index) => ({
    id: `result-${index}`,
    group: result.match === 'near' ? 'near' : result.kind,
    target: targetOf(result),
    result,
  }));
}

/** Returns the page that helps with a result. */
export function targetOf(result: SearchResult): Target {
  const { kind, id, applicationId, title, holderKind, holderId, refusal } = result;
  const at = (path: string) => ({ path, applicationId });
  const list = (resource: string, filter: object) =>
    at(`/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`);
  switch (kind) {
    case 'card':
      return at(`/cards/${id}/show`);
    case 'user':
      return at(`/users/${id}/show`);
    case 'order':
      return at(`/orders/${id}/show`);
    case 'batch':
      return list('cards', { batch: title });
    case 'address':
      // If nobody has logged in from an address, only refused requests contain it.
      return result.at === null && refusal
        ? at(requestsPath({ ip: title }))
        : list('sessions', { ip: title });
    case 'device':
      if (holderKind === 'trial') return list('trials', { deviceId: title });
      if (holderKind !== null) return at(`/${holderKind === 'card' ? 'cards' : 'users'}/${holderId}/show`);
      if (!refusal) return list('sessions', { deviceId: title });
      // Only refused requests contain the device, so the option searches for the card or user of the latest one.
      return refusal.name === null ? at(deviceLookupPath(title)) : { query: refusal.name };
  }
}

/**
 * Returns the card that was meant, if only one is possible: the only card with this complete key or, if no card has
 * this key, the only card found.
 */
export function onlyCard({ results }: SearchAnswer): SearchResult | undefined {
  const cards = results.filter(({ kind }) => kind === 'card');
  const full = cards.filter(({ match }) => match === 'full');
  const [only, other] = full.length > 0 ? full : cards;
  return other ? undefined : only;
}
