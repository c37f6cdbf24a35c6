import { useGetList, useStore } from 'react-admin';
import type { CardType } from '../../api/types';

/**
 * Returns the card type that was last used to generate cards of the application. If there is none, and the application
 * has exactly one card type, returns that type. Also returns a function that stores the last used type.
 */
export function useUsualType(applicationId: number | undefined) {
  const [last, remember] = useStore<number | null>(`generate.${applicationId}.card_type`, null);
  const { data, isPending } = useGetList<CardType>(
    'card-types',
    {
      filter: { applicationId },
      pagination: { page: 1, perPage: 1000 },
      sort: { field: 'name', order: 'ASC' },
    },
    { enabled: applicationId !== undefined },
  );
  const usual = data?.find(({ id }) => id === last) ?? (data?.length === 1 ? data[0] : undefined);
  return { usual: usual?.id, remember, isPending: applicationId !== undefined && isPending };
}
