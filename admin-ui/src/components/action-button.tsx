import { type ReactElement, useState } from 'react';
import {
  Button,
  Confirm,
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
import { useNotifyError } from './use-notify-error';

interface ActionButtonProps {
  /** The last part of the path, such as `freeze`. */
  action: string;
  icon: ReactElement;
  label?: string;
  body?: object;
  /** Asks first; for what cannot simply be undone. */
  confirm?: boolean;
}

/** Does something to the record around it, and shows the record as it is afterwards. */
export function ActionButton({
  action,
  icon,
  label = `panel.action.${action}`,
  body,
  confirm = false,
}: ActionButtonProps) {
  const resource = useResourceContext()!;
  const record = useRecordContext<RaRecord>();
  const { canAccess } = useCanAccess({ resource, action });
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  const translate = useTranslate();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!record || !canAccess) return null;

  const act = async () => {
    setAsking(false);
    setBusy(true);
    try {
      await dataProvider.act(`/${resource}/${record.id}/${action}`, body);
      notify('panel.done', { type: 'success' });
      refresh();
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button label={label} disabled={busy} onClick={() => (confirm ? setAsking(true) : void act())}>
        {icon}
      </Button>
      {confirm && (
        <Confirm
          isOpen={asking}
          title={translate(label)}
          content="panel.sure"
          onConfirm={() => void act()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
