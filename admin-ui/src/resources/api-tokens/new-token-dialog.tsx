import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ShownOnce } from '../../components/shown-once';

/** Closes only by its button, so that a click outside does not lose the token. */
export function NewTokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const translate = useTranslate();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="new-token">
      <DialogTitle id="new-token">{translate('panel.api_tokens.created')}</DialogTitle>
      <DialogContent>
        <ShownOnce
          text={token}
          label={translate('panel.api_tokens.token')}
          warning="panel.api_tokens.created_text"
        />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {translate('panel.api_tokens.kept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
