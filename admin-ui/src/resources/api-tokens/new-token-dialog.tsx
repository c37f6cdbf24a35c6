import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ShownOnce } from '../../components/shown-once';

/** Closes by its button only: nobody shall lose the token by a click beside it. */
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
