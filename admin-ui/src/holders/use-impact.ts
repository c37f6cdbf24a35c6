import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import type { PanelDataProvider } from '../api/data-provider';
import type { Dto } from '../api/types';

export type Impact = Dto<'ChangePreviewDto'>;

/** The API's request for an action on cards or users, without the request key. */
export interface Change {
  applicationId: number;
  action: string;
  ids?: readonly unknown[];
  filter?: object;
  [parameter: string]: unknown;
}

/** Returns the path of the request that changes many cards or users. */
export function bulkPath(resource: string | undefined): string {
  return resource === 'users' ? '/card-jobs/bulk-users' : '/card-jobs/bulk';
}

/**
 * Returns the effects that a change would have now.
 * @param change `undefined` while it is incomplete
 */
export function useImpact(resource: string | undefined, change: Change | undefined) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  return useQuery({
    queryKey: ['impact', resource, change],
    queryFn: () => dataProvider.act<Impact>(`${bulkPath(resource)}/preview`, change),
    enabled: change !== undefined,
    retry: false,
    gcTime: 0,
  });
}

/**
 * Returns a text about the effects of a change, such as "This ends 3 sessions."; empty if there are no effects.
 * @param action for `delete`, the text contains the number of cards, even if it is 0
 */
export function useImpactWords(action?: string): (impact: Impact | undefined) => string {
  const translate = useTranslate();
  return (impact) => {
    if (!impact) return '';
    const { changed, sessions, devices, tickets, restored, isPartial } = impact;
    const effects = { deleted: changed, sessions, devices, tickets, restored };
    const parts = Object.entries(effects).flatMap(([name, count]) => {
      const isTold = name === 'deleted' ? action === 'delete' : count > 0;
      return isTold
        ? translate(`panel.impact.${name}`, { smart_count: count, figure: count.toLocaleString() })
        : [];
    });
    if (parts.length === 0) return '';
    const list = translate('panel.impact.list', { parts: parts.join(translate('panel.impact.comma')) });
    return [
      list,
      ...(tickets > 0 ? [translate('panel.impact.tickets_stay')] : []),
      ...(isPartial ? [translate('panel.impact.partial')] : []),
    ].join(' ');
  };
}
