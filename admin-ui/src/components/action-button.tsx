import { type ReactElement, useState } from 'react';
import { Button, useRefresh, useTranslate } from 'react-admin';
import { ConfirmDialog } from './confirm-dialog';
import { useNotifyError } from './use-notify-error';
import { useRecordAction } from './use-record-action';

interface ActionButtonProps {
  /** The last segment of the request's path, such as `freeze`. */
  action: string;
  icon: ReactElement;
  label?: string;
  body?: object;
  /** True for an action that is not easy to undo. The button then asks for confirmation. */
  confirm?: boolean;
  /** Text of the confirmation. */
  about?: string;
}

/** Runs an action on the record in context and shows the updated record. */
export function ActionButton({
  action,
  icon,
  label = `panel.action.${action}`,
  body,
  confirm = false,
  about = 'panel.sure',
}: ActionButtonProps) {
  const act = useRecordAction(action, label);
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  const translate = useTranslate();
  // The body when the user pressed the button: during the confirmation, the page may read a newer record.
  const [asked, setAsked] = useState<{ body: object | undefined }>();
  const [busy, setBusy] = useState(false);
  if (!act) return null;

  const start = async (sent: object | undefined) => {
    setAsked(undefined);
    setBusy(true);
    try {
      await act(sent);
    } catch (error) {
      notifyError(error);
      // Even a refused action may have changed the record, for example the status of a payment.
      refresh();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button label={label} disabled={busy} onClick={() => (confirm ? setAsked({ body }) : void start(body))}>
        {icon}
      </Button>
      {confirm && (
        <ConfirmDialog
          isOpen={asked !== undefined}
          title={translate(label)}
          content={about}
          onConfirm={() => void start(asked?.body)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
