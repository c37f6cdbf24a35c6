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
import type { Dto } from '../api/types';
import { nameOf } from '../api/last-change';
import type { Holder } from '../holders/holder';
import { useActionToast } from './use-action-toast';
import { useConflict } from './use-conflict';

/** The request that reverses an action. */
interface Opposite {
  readonly action: string;
  readonly body?: object;
}

/** Units in milliseconds. Months and years are missing: adding and then removing a month can change the day. */
const UNIT_MS: Partial<Record<Dto<'AddTimeDto'>['unit'], number>> = {
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
};

/**
 * Returns the request that reverses an action exactly, or `undefined` if there is no such request. A request that changed
 * nothing, such as freezing a card that somebody else had just frozen, has no opposite. An addition of time or uses has
 * an opposite only if the value grew by exactly the requested amount. A removal of time or uses has no opposite, since
 * adding the same amount may not restore the old value: the server may have removed less than requested, and time that
 * is added to an expired holder counts from now.
 */
function oppositeOf(
  action: string,
  body: object | undefined,
  before: RaRecord,
  after: RaRecord,
): Opposite | undefined {
  if (after['changed'] === false) return undefined;
  if (action === 'freeze') return { action: 'unfreeze' };
  if (action === 'unfreeze') return { action: 'freeze' };
  if (action === 'add-time') {
    const { amount, unit } = body as Dto<'AddTimeDto'>;
    const isExact =
      amount > 0 && after['expiresAt'] - before['expiresAt'] === amount * (UNIT_MS[unit] ?? NaN);
    return isExact ? { action, body: { unit, amount: -amount } } : undefined;
  }
  if (action === 'add-uses') {
    const { uses } = body as Dto<'AddUsesDto'>;
    const isExact = uses > 0 && leftOf(after as Holder) - leftOf(before as Holder) === uses;
    return isExact ? { action, body: { uses: -uses } } : undefined;
  }
  return undefined;
}

function leftOf({ uses, usesUsed }: Holder): number {
  return uses! - usesUsed;
}

/**
 * Returns a function that runs an action on the record in context, and then shows the updated record and a notification.
 * If the body contains a `rowVersion` and the record has changed since, a notification says that nothing was done. Returns
 * `undefined` without a record or permission.
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
  const onConflict = useConflict();
  const refresh = useRefresh();
  if (!record || !canAccess) return undefined;
  return async (body) => {
    const after = await dataProvider.act(`/${resource}/${record.id}/${action}`, body).catch(onConflict);
    if (!after) return;
    const name = nameOf(record);
    const acted = translate('panel.notice.acted', { name, action: translate(label) });
    const text = translate(`panel.did.${action}`, { name, _: acted });
    const opposite = oppositeOf(action, body, record, after);
    const undo = async () => {
      await dataProvider.act(`/${resource}/${record.id}/${opposite!.action}`, opposite!.body);
      refresh();
    };
    toast(text, opposite && undo);
    refresh();
  };
}
