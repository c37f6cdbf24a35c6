import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { Output } from '../../components/output';

interface CallDialogProps {
  call: Dto<'FunctionCallDto'>;
  onClose: () => void;
}

/** The console output of a call, and the reason of its failure. */
export function CallDialog({ call: { error, console }, onClose }: CallDialogProps) {
  const translate = useTranslate();
  return (
    <Dialog open onClose={onClose} aria-labelledby="call-title" maxWidth="md" fullWidth>
      <DialogTitle id="call-title">{translate('panel.functions.calls.title')}</DialogTitle>
      <DialogContent>
        {error !== null && <Output label={translate('panel.functions.calls.error')} text={error} />}
        <Output
          label={translate('panel.functions.test.console')}
          text={console}
          empty={translate('panel.functions.test.console_empty')}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
