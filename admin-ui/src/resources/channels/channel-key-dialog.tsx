import type { Dto } from '../../api/types';
import { SecretDialog } from '../../components/secret-dialog';
import { isPaymentKind, keyToPaste } from './payment-kinds';

interface ChannelKeyDialogProps {
  kind: Dto<'ChannelDto'>['kind'];
  channelKey: string;
  isNew?: boolean;
  onClose: () => void;
}

/** Shows the key of a channel once. */
export function ChannelKeyDialog({ kind, channelKey, isNew = false, onClose }: ChannelKeyDialogProps) {
  const isPayment = isPaymentKind(kind);
  return (
    <SecretDialog
      secret={keyToPaste(kind, channelKey)}
      title={isNew ? 'panel.channels.created' : 'panel.channels.rotated'}
      label={isPayment ? 'panel.channels.address' : 'panel.channels.key'}
      warning={isPayment ? 'panel.channels.address_text' : 'panel.channels.created_text'}
      kept="panel.channels.kept"
      onClose={onClose}
    />
  );
}
