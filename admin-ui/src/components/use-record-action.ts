import {
  type RaRecord,
  useCanAccess,
  useDataProvider,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
} from 'react-admin';
import type { PanelDataProvider } from '../api/data-provider';

/**
 * An action of the record around it: the function does it and shows the record as it is afterwards. None where there is no
 * record or the action is not allowed.
 * @param action the last part of the path, such as `freeze`
 */
export function useRecordAction(action: string): ((body?: object) => Promise<void>) | undefined {
  const resource = useResourceContext()!;
  const record = useRecordContext<RaRecord>();
  const { canAccess } = useCanAccess({ resource, action });
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  if (!record || !canAccess) return undefined;
  return async (body) => {
    await dataProvider.act(`/${resource}/${record.id}/${action}`, body);
    notify('panel.done', { type: 'success' });
    refresh();
  };
}
