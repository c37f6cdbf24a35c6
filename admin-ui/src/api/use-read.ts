import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { PanelDataProvider } from './data-provider';

/**
 * Reads data that is neither a list nor a record. The data is refreshed with the page.
 * @param path `undefined` while the path is not known
 * @param everyMs polling interval while the page is visible
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
