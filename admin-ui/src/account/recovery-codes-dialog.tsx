import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ShownOnce } from '../components/shown-once';

/** Shows recovery codes. The dialog closes only by its button, so that a click outside does not hide the codes. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const translate = useTranslate();
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="recovery-codes">
      <DialogTitle id="recovery-codes">{translate('panel.account.totp.codes_title')}</DialogTitle>
      <DialogContent>
        <ShownOnce
          text={codes.join('\n')}
          label={translate('panel.account.totp.codes_title')}
          warning="panel.account.totp.codes_text"
          fileName="latchkey-recovery-codes.txt"
        />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {translate('panel.account.totp.kept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
