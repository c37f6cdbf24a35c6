import { useRecordContext, useResourceContext } from 'react-admin';
import type { Dto } from '../api/types';
import { useRead } from '../api/use-read';

/** So soon a page shows what a customer has just tried on the telephone. */
export const WATCH_MS = 3000;

/** What happened to the card or the user of the page. */
export function useHistory(everyMs?: number) {
  const resource = useResourceContext();
  const record = useRecordContext();
  return useRead<Dto<'HolderHistoryDto'>>(record && `/${resource}/${record.id}/history`, everyMs);
}
