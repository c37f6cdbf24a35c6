import { type HolderKindName, SESSION_KINDS, type SessionKindName } from '@app/database';
import { type ListedQuery, whereEqual } from '../../crud/filters.js';

export const HOLDER_KINDS: readonly HolderKindName[] = ['card', 'user'];

interface OfHolder {
  holderKind?: SessionKindName;
  holderId?: number;
}

/**
 * Limits a query to the rows of one kind of holder (card, user or trial), of one holder id, or of both. Without a kind,
 * the id matches all kinds.
 */
export function whereHolder(query: ListedQuery, { holderKind, holderId }: OfHolder): void {
  whereEqual(query, { holderId }, 'holderId');
  if (holderKind === undefined && holderId === undefined) return;
  // In the indexes the kind precedes the id, so an index is useful only if the condition lists the kinds.
  const holderKinds = holderKind === undefined ? SESSION_KINDS : [holderKind];
  query.andWhere('row.holderKind IN (:...holderKinds)', { holderKinds });
}
