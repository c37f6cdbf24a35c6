import { useRecordContext, useResourceContext } from 'react-admin';
import type { Dto } from '../api/types';
import { useRead } from '../api/use-read';

/** What happened to the card or the user of the page. */
export function useHistory() {
  const resource = useResourceContext();
  const record = useRecordContext();
  return useRead<Dto<'HolderHistoryDto'>>(record && `/${resource}/${record.id}/history`);
}
