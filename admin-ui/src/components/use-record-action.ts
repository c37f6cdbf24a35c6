import {
  type RaRecord,
  useCanAccess,
  useDataProvider,
  useRecordContext,
  useRefresh,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { PanelDataProvider } from '../api/data-provider';
import { nameOf } from '../api/last-change';
import { useActionToast } from './use-action-toast';

/** The action that reverses another action. `bodyOf` derives its request body from the other action's body. */
interface Opposite {
  readonly action: string;
  readonly bodyOf?: (body: object | undefined) => object;
}

const OPPOSITES: Partial<Record<string, Opposite>> = {
  freeze: { action: 'unfreeze' },
  unfreeze: { action: 'freeze' },
  'add-time': {
    action: 'add-time',
    bodyOf: (body) => ({ ...body, amount: -(body as { amount: number }).amount }),
  },
  'add-uses': {
    action: 'add-uses',
    bodyOf: (body) => ({ uses: -(body as { uses: number }).uses }),
  },
};

/**
 * Returns a function that runs an action on the record in context, shows the updated record and a notification.
 * Returns `undefined` without a record or permission.
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
  const translate = useTranslate();
  const toast = useActionToast();
  const refresh = useRefresh();
  if (!record || !canAccess) return undefined;
  return async (body) => {
    await dataProvider.act(`/${resource}/${record.id}/${action}`, body);
    const name = nameOf(record);
    const acted = translate('panel.notice.acted', { name, action: translate(label) });
    const text = translate(`panel.did.${action}`, { name, _: acted });
    const opposite = OPPOSITES[action];
    const undo = async () => {
      await dataProvider.act(`/${resource}/${record.id}/${opposite!.action}`, opposite!.bodyOf?.(body));
      refresh();
    };
    toast(text, opposite && undo);
    refresh();
  };
}
