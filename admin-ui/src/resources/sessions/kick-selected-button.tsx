import Logout from '@mui/icons-material/Logout';
import { useState } from 'react';
import { Button, useDataProvider, useListContext, useNotify, useRefresh } from 'react-admin';
import { eachId } from '../../api/each-id';
import { useNotifyError } from '../../components/use-notify-error';
import { counted } from '../card-jobs/job-outcome';

/** HTTP statuses with which the API refuses to end a session that has already ended or was deleted. */
const ENDED = [404, 409];

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
      const ended = await eachId(selectedIds, ENDED, (id) => dataProvider.delete('sessions', { id }));
      notify('panel.session.kicked_many', { type: 'success', messageArgs: counted(ended) });
      onUnselectItems();
    } catch (error) {
      notifyError(error);
    }
    setBusy(false);
    refresh();
  };
  return (
    <Button label="panel.action.kick" disabled={busy} onClick={() => void kick()}>
      <Logout />
    </Button>
  );
}
