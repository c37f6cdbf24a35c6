import Logout from '@mui/icons-material/Logout';
import { useState } from 'react';
import { Button, HttpError, useDataProvider, useListContext, useNotify, useRefresh } from 'react-admin';
import { useNotifyError } from '../../components/use-notify-error';
import { counted } from '../card-jobs/job-outcome';

/** Ends the selected sessions. */
export function KickSelectedButton() {
  const { selectedIds, onUnselectItems } = useListContext();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);

  const kick = async () => {
    setBusy(true);
    try {
      let ended = 0;
      for (const id of selectedIds) ended += await kickOne(id);
      notify('panel.session.kicked_many', { type: 'success', messageArgs: counted(ended) });
      onUnselectItems();
    } catch (error) {
      notifyError(error);
    }
    setBusy(false);
    refresh();
  };

  /** Also succeeds if the session has already ended. */
  const kickOne = async (id: number): Promise<number> => {
    try {
      await dataProvider.delete('sessions', { id });
      return 1;
    } catch (error) {
      if (error instanceof HttpError && error.status === 409) return 0;
      throw error;
    }
  };
  return (
    <Button label="panel.action.kick" disabled={busy} onClick={() => void kick()}>
      <Logout />
    </Button>
  );
}
