import { useState } from 'react';
import { Confirm, useDataProvider, useRecordContext, useRefresh } from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';
import { useNotifyError } from '../../components/use-notify-error';
import { ChannelKeyDialog } from './channel-key-dialog';

/** Asks for confirmation, replaces the key of the channel and shows the new key. */
export function RotateKeyDialog({ onClose }: { onClose: () => void }) {
  const channel = useRecordContext<Dto<'ChannelDto'>>()!;
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Dto<'NewChannelDto'>>();
  const rotate = async () => {
    setBusy(true);
    try {
      setMade(await dataProvider.act<Dto<'NewChannelDto'>>(`/channels/${channel.id}/rotate-key`));
    } catch (error) {
      notifyError(error);
      onClose();
    }
  };
  const close = () => {
    onClose();
    refresh();
  };
  if (made) return <ChannelKeyDialog made={made} onClose={close} />;
  return (
    <Confirm
      isOpen
      loading={busy}
      title="panel.channels.rotate"
      content="panel.channels.rotate_text"
      onConfirm={() => void rotate()}
      onClose={onClose}
    />
  );
}
