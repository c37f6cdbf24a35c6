import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { CodeBlock } from '../../components/code-block';
import { SecretDialog } from '../../components/secret-dialog';
import { isSigningKind } from './signing-kind';

interface ChannelKeyDialogProps {
  made: Dto<'NewChannelDto'>;
  isNew?: boolean;
  onClose: () => void;
}

/** Shows the key of a channel once, and the id that goes with it. */
export function ChannelKeyDialog({ made, isNew = false, onClose }: ChannelKeyDialogProps) {
  const translate = useTranslate();
  const hasId = isSigningKind(made.kind);
  return (
    <SecretDialog
      secret={made.key}
      title={isNew ? 'panel.channels.created' : 'panel.channels.rotated'}
      label="panel.channels.key"
      warning={hasId ? 'panel.channels.both_text' : 'panel.channels.created_text'}
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
