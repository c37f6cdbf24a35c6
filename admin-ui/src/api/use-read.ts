import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { PanelDataProvider } from './data-provider';

/**
 * Reads what is neither a list nor a record; refreshed with everything else on the page.
 * @param path undefined: it is not known yet
 * @param everyMs reads it again and again, as long as somebody looks
 */
export function useRead<T>(path: string | undefined, everyMs?: number) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  return useQuery({
    queryKey: ['read', path],
    queryFn: () => dataProvider.read<T>(path!),
    enabled: path !== undefined,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
}
