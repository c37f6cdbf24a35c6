import Block from '@mui/icons-material/Block';
import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import { Box, Button, Stack, Typography } from '@mui/material';
import { DateField, useRecordContext, useTranslate } from 'react-admin';
import type { Application, Dto } from '../../api/types';
import { ActionButton } from '../../components/action-button';
import { CopyButton } from '../../components/copy-button';
import { RotateButton } from './rotate-button';
import { useSecret } from './use-secret';

/** The signing secret, hidden until it is revealed; it can be rotated here. */
export function SecretPanel() {
  const application = useRecordContext<Application>();
  const { secret, mayReveal, reveal, hide, replace } = useSecret(application?.id);
  const translate = useTranslate();
  if (!application || !mayReveal) return null;
  return (
    <Box component="section" aria-labelledby="secret-heading" sx={{ width: '100%', mt: 1 }}>
      <Typography id="secret-heading" component="h2" variant="subtitle1">
        {translate('panel.secret.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {translate('panel.secret.help')}
      </Typography>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, my: 1 }}>
        <Box component="code" sx={{ overflowWrap: 'anywhere' }} data-testid="secret">
          {secret ?? '•'.repeat(32)}
        </Box>
        {secret !== undefined && <CopyButton text={secret} />}
        {secret === undefined ? (
          <Button size="small" startIcon={<Visibility />} onClick={() => void reveal()}>
            {translate('panel.secret.reveal')}
          </Button>
        ) : (
          <Button size="small" startIcon={<VisibilityOff />} onClick={hide}>
            {translate('panel.secret.hide')}
          </Button>
        )}
        <RotateButton<Dto<'SecretDto'>> what="secret" onRotated={({ appSecret }) => replace(appSecret)} />
      </Stack>
      <PreviousSecret />
    </Box>
  );
}

/** Shows how long the previous secret stays valid, with a button that makes it invalid now. */
function PreviousSecret() {
  const application = useRecordContext<Application>();
  const translate = useTranslate();
  const until = application?.previousSecretUntil ?? null;
  if (until === null || until <= Date.now()) return null;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
      <Typography variant="body2">
        {translate('panel.secret.previous_until')} <DateField source="previousSecretUntil" />
      </Typography>
      <ActionButton
        action="end-overlap"
        icon={<Block />}
        body={{ rowVersion: application?.rowVersion }}
        confirm
        about="panel.secret.end_warning"
      />
    </Stack>
  );
}
