import { useGetList } from 'react-admin';
import type { CardType } from '../../api/types';

/** Numbers of cards that were never used. */
interface UnusedCards {
  all: number;
  /** Number of these cards that were already issued. */
  issued: number;
}

/** Returns how many cards of a type are unused, and how many of these are issued; undefined until they are counted. */
export function useUnusedCards(type: CardType | undefined): UnusedCards | undefined {
  const filter = { applicationId: type?.applicationId, cardTypeId: type?.id, status: 'unused' };
  const options = { enabled: type !== undefined };
  const one = { page: 1, perPage: 1 };
  const { total: all } = useGetList('cards', { filter, pagination: one }, options);
  const { total: issued } = useGetList(
    'cards',
    { filter: { ...filter, issued: true }, pagination: one },
    options,
  );
  return all === undefined || issued === undefined ? undefined : { all, issued };
}
