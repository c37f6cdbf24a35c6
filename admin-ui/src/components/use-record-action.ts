import {
  type RaRecord,
  useCanAccess,
  useDataProvider,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { PanelDataProvider } from '../api/data-provider';
import { nameOf } from '../api/last-change';

/**
 * Returns a function that runs an action on the record in context and shows the updated record. Returns `undefined`
 * without a record or permission.
 * @param action the last path segment, such as `freeze`
 * @param label name of the action, for the notification
 */
export function useRecordAction(
  action: string,
  label = `panel.action.${action}`,
): ((body?: object) => Promise<void>) | undefined {
  const resource = useResourceContext()!;
  const record = useRecordContext<RaRecord>();
  const { canAccess } = useCanAccess({ resource, action });
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  const translate = useTranslate();
  if (!record || !canAccess) return undefined;
  return async (body) => {
    await dataProvider.act(`/${resource}/${record.id}/${action}`, body);
    notify('panel.notice.acted', {
      type: 'success',
      messageArgs: { name: nameOf(record), action: translate(label) },
    });
    refresh();
  };
}
