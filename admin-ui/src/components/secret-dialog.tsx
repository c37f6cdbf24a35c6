import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { ShownOnce } from './shown-once';

interface SecretDialogProps {
  secret: string;
  title: string;
  label: string;
  warning: string;
  /** Label of the button that closes the dialog. */
  kept: string;
  onClose: () => void;
  /** Shown above the secret, for example an id that belongs to it. */
  children?: ReactNode;
}

/** Shows a secret once. The dialog closes only by its button, so that a click outside does not lose the secret. */
export function SecretDialog({ secret, title, label, warning, kept, onClose, children }: SecretDialogProps) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{translate(title)}</DialogTitle>
      <DialogContent>
        {children}
        <ShownOnce text={secret} label={translate(label)} warning={warning} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {translate(kept)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
