import { Alert, Button } from '@mui/material';
import { useCloseNotification, useNotify, useTranslate } from 'react-admin';
import { useNotifyError } from './use-notify-error';

/** Milliseconds for which an action can be undone. */
const UNDO_MS = 8000;

/** Returns a function that shows a notification about an action. With `undo`, the notification has an undo button. */
export function useActionToast(): (text: string, undo?: () => Promise<void>) => void {
  const notify = useNotify();
  return (text, undo) => {
    if (!undo) return notify(text, { type: 'success', messageArgs: { _: text } });
    notify(<UndoToast text={text} undo={undo} />, { autoHideDuration: UNDO_MS });
  };
}

interface UndoToastProps {
  text: string;
  undo: () => Promise<void>;
}

function UndoToast({ text, undo }: UndoToastProps) {
  const close = useCloseNotification();
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const takeBack = async () => {
    close();
    try {
      await undo();
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Alert
      role="status"
      severity="success"
      variant="outlined"
      sx={{ bgcolor: 'background.paper', alignItems: 'center', boxShadow: 3 }}
      action={
        <Button color="inherit" size="small" onClick={() => void takeBack()}>
          {translate('ra.action.undo')}
        </Button>
      }
    >
      {text}
    </Alert>
  );
}
