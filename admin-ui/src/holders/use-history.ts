import { useRecordContext, useResourceContext } from 'react-admin';
import type { Dto } from '../api/types';
import { useRead } from '../api/use-read';

/** Polling interval, short enough to help a customer on the telephone. */
export const WATCH_MS = 3000;

/** Returns the history of the card or user of the page. */
export function useHistory(everyMs?: number) {
  const resource = useResourceContext();
  const record = useRecordContext();
  return useRead<Dto<'HolderHistoryDto'>>(record && `/${resource}/${record.id}/history`, everyMs);
}
