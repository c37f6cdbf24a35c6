import VpnKey from '@mui/icons-material/VpnKey';
import { useState } from 'react';
import { Button, Confirm, useCanAccess, useDataProvider, useRecordContext, useRefresh } from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';
import { useNotifyError } from '../../components/use-notify-error';
import { ChannelKeyDialog } from './channel-key-dialog';

/** Replaces the key of the channel and shows the new one. */
export function RotateKeyButton() {
  const channel = useRecordContext<Dto<'ChannelDto'>>();
  const { canAccess } = useCanAccess({ resource: 'channels', action: 'rotate-key' });
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  const [key, setKey] = useState<string>();
  if (!channel || !canAccess) return null;
  const rotate = async () => {
    setAsking(false);
    try {
      const made = await dataProvider.act<Dto<'NewChannelDto'>>(`/channels/${channel.id}/rotate-key`);
      setKey(made.key);
    } catch (error) {
      notifyError(error);
    }
  };
  const close = () => {
    setKey(undefined);
    refresh();
  };
  return (
    <>
      <Button label="panel.channels.rotate" onClick={() => setAsking(true)}>
        <VpnKey />
      </Button>
      <Confirm
        isOpen={asking}
        title="panel.channels.rotate"
        content="panel.channels.rotate_text"
        onConfirm={() => void rotate()}
        onClose={() => setAsking(false)}
      />
      {key !== undefined && <ChannelKeyDialog kind={channel.kind} channelKey={key} onClose={close} />}
    </>
  );
}
