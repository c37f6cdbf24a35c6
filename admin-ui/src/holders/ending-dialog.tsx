import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useId, useState } from 'react';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { useNotifyError } from '../components/use-notify-error';
import { messageKey } from '../i18n/message-key';
import { type Holder, nameOf } from './holder';
import { useImpact, useImpactWords } from './use-impact';

export type EndingAction = 'kick' | 'unbind' | 'reset' | 'delete';

interface EndingDialogProps {
  action: EndingAction;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/**
 * Asks for confirmation before sessions, devices or time of the card or user in context are lost, and lists the losses.
 */
export function EndingDialog({ action, onClose, onConfirm }: EndingDialogProps) {
  const record = useRecordContext<Holder>()!;
  const resource = useResourceContext();
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const words = useImpactWords();
  const titleId = useId();
  const [busy, setBusy] = useState(false);
  // The API can preview a deletion only for unused cards. For a deletion, the dialog therefore shows the preview of an
  // unbinding, which ends the same sessions and removes the same devices.
  const counted = action === 'delete' ? 'unbind' : action;
  const { data } = useImpact(resource, {
    applicationId: record.applicationId,
    action: counted,
    ids: [record.id],
  });
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      notifyError(error);
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {translate(messageKey(`panel.ending.${action}.title`), { name: nameOf(record) })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText aria-live="polite">
          {[translate(messageKey(`panel.ending.${action}.about`)), words(data)].filter(Boolean).join(' ')}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          color={action === 'kick' ? 'primary' : 'error'}
          disabled={busy}
          autoFocus
          onClick={() => void confirm()}
        >
          {translate(messageKey(`panel.ending.${action}.verb`))}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
