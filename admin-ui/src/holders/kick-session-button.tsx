import Logout from '@mui/icons-material/Logout';
import { useState } from 'react';
import {
  Button,
  type RaRecord,
  useCanAccess,
  useDataProvider,
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import type { Dto } from '../api/types';
import { useNotifyError } from '../components/use-notify-error';

type Session = RaRecord & Pick<Dto<'ClientSessionDto'>, 'endedAt' | 'deviceId'>;

/** Ends an open session. It asks for no confirmation, since the client can log in again. */
export function KickSessionButton(props: { record?: Session }) {
  const record = useRecordContext<Session>(props);
  const { canAccess } = useCanAccess({ resource: 'sessions', action: 'delete' });
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  const translate = useTranslate();
  const [busy, setBusy] = useState(false);
  if (!record || record.endedAt !== null || !canAccess) return null;

  const kick = async () => {
    setBusy(true);
    try {
      await dataProvider.delete('sessions', { id: record.id });
      const text = translate('panel.did.kick_one', { name: record.deviceId });
      notify(text, { type: 'success', messageArgs: { _: text } });
    } catch (error) {
      notifyError(error);
      setBusy(false);
    }
    // After a success, the button stays disabled until the row is reloaded: a second click would be refused.
    refresh();
  };
  return (
    <Button
      label="panel.action.kick_one"
      disabled={busy}
      onClick={(event) => {
        event.stopPropagation();
        void kick();
      }}
    >
      <Logout />
    </Button>
  );
}
