import { useState } from 'react';
import { Confirm, useDataProvider, useRecordContext, useRefresh } from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';
import { useConflict } from '../../components/use-conflict';
import { useNotifyError } from '../../components/use-notify-error';
import { ChannelKeyDialog } from './channel-key-dialog';

/** Asks for confirmation, replaces the key of the channel and shows the new key. */
export function RotateKeyDialog({ onClose }: { onClose: () => void }) {
  // The channel as the user saw it: the page may read a newer version while the dialog is open.
  const [channel] = useState(useRecordContext<Dto<'ChannelDto'>>()!);
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notifyError = useNotifyError();
  const onConflict = useConflict();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Dto<'NewChannelDto'>>();
  const close = () => {
    onClose();
    refresh();
  };
  const rotate = async () => {
    setBusy(true);
    try {
      const path = `/channels/${channel.id}/rotate-key`;
      const body = { rowVersion: channel.rowVersion };
      const answer = await dataProvider.act<Dto<'NewChannelDto'>>(path, body).catch(onConflict);
      if (answer) setMade(answer);
      else onClose();
    } catch (error) {
      notifyError(error);
      // The key may have been replaced although the answer was lost.
      close();
    }
  };
  if (made) return <ChannelKeyDialog made={made} onClose={close} />;
  return (
    <Confirm
      isOpen
      loading={busy}
      title="panel.channels.rotate"
      content="panel.channels.rotate_text"
      onConfirm={() => void rotate()}
      onClose={() => {
        // Closing the dialog would lose the new key, which the answer contains only once.
        if (!busy) onClose();
      }}
    />
  );
}
