import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';

/** Text shown for a limit that a function does not set itself. */
export const SERVER_LIMIT = 'panel.functions.server_limit';

/** Returns the server's own limits, which no function can exceed; undefined until they are loaded. */
export function useFunctionLimits(): Dto<'FunctionLimitsDto'> | undefined {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const { data } = useQuery({
    queryKey: ['functions', 'limits'],
    queryFn: () => dataProvider.read<Dto<'FunctionLimitsDto'>>('/functions/limits'),
    staleTime: Infinity,
  });
  return data;
}
