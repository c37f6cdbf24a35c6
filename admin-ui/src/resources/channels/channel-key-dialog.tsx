import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { CodeBlock } from '../../components/code-block';
import { SecretDialog } from '../../components/secret-dialog';
import { isPaymentKind, keyToPaste } from './payment-kinds';
import { isSigningKind } from './signing-kind';

interface ChannelKeyDialogProps {
  made: Dto<'NewChannelDto'>;
  isNew?: boolean;
  onClose: () => void;
}

/**
 * Shows the key of a channel once. For some shops it also shows an id. For a payment service it shows an address that
 * contains the key.
 */
export function ChannelKeyDialog({ made, isNew = false, onClose }: ChannelKeyDialogProps) {
  const translate = useTranslate();
  const hasId = isSigningKind(made.kind);
  const isPayment = isPaymentKind(made.kind);
  const warning = isPayment ? 'address_text' : hasId ? 'both_text' : 'created_text';
  return (
    <SecretDialog
      secret={keyToPaste(made.kind, made.key)}
      title={isNew ? 'panel.channels.created' : 'panel.channels.rotated'}
      label={isPayment ? 'panel.channels.address' : 'panel.channels.key'}
      warning={`panel.channels.${warning}`}
      kept="panel.channels.kept"
      onClose={onClose}
    >
      {hasId && (
        <Box sx={{ mb: 2 }}>
          <Typography variant="body2">{translate('panel.channels.id')}</Typography>
          <CodeBlock label={translate('panel.channels.id')} text={made.keyHint} />
        </Box>
      )}
    </SecretDialog>
  );
}
