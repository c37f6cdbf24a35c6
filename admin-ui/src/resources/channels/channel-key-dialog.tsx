import { SecretDialog } from '../../components/secret-dialog';

interface ChannelKeyDialogProps {
  channelKey: string;
  isNew?: boolean;
  onClose: () => void;
}

/** Shows the key of a channel once. */
export function ChannelKeyDialog({ channelKey, isNew = false, onClose }: ChannelKeyDialogProps) {
  return (
    <SecretDialog
      secret={channelKey}
      title={isNew ? 'panel.channels.created' : 'panel.channels.rotated'}
      label="panel.channels.key"
      warning="panel.channels.created_text"
      kept="panel.channels.kept"
      onClose={onClose}
    />
  );
}
