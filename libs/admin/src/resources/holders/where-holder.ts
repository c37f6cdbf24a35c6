import type { HolderKindName } from '@app/database';
import { type ListedQuery, whereEqual } from '../../crud/filters.js';

export const HOLDER_KINDS: readonly HolderKindName[] = ['card', 'user'];

interface OfHolder {
  holderKind?: HolderKindName;
  holderId?: number;
}

/** Narrows to what belongs to a card or a user, or to any of them. */
export function whereHolder(query: ListedQuery, { holderKind, holderId }: OfHolder): void {
  whereEqual(query, 'holderId', holderId);
  if (holderKind === undefined && holderId === undefined) return;
  // In the indexes the kind comes before the id: they are of use when every kind is named.
  const holderKinds = holderKind === undefined ? HOLDER_KINDS : [holderKind];
  query.andWhere('row.holderKind IN (:...holderKinds)', { holderKinds });
}
