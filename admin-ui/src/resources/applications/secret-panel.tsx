import Autorenew from '@mui/icons-material/Autorenew';
import Block from '@mui/icons-material/Block';
import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import { Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { DateField, useCanAccess, useRecordContext, useRefresh, useTranslate } from 'react-admin';
import type { Application, Dto } from '../../api/types';
import { ActionButton } from '../../components/action-button';
import { CopyButton } from '../../components/copy-button';
import { RotateDialog } from './rotate-dialog';
import { useSecret } from './use-secret';

/** The signing secret, hidden until it is revealed; it can be rotated here. */
export function SecretPanel() {
  const application = useRecordContext<Application>();
  const { secret, mayReveal, reveal, hide, replace } = useSecret(application?.id);
  const { canAccess: mayRotate } = useCanAccess({ resource: 'applications', action: 'rotate-secret' });
  const [rotating, setRotating] = useState(false);
  const translate = useTranslate();
  const refresh = useRefresh();
  if (!application || !mayReveal) return null;

  const onRotated = ({ appSecret }: Dto<'SecretDto'>) => {
    replace(appSecret);
    setRotating(false);
    refresh();
  };
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
        {mayRotate && (
          <Button size="small" startIcon={<Autorenew />} onClick={() => setRotating(true)}>
            {translate('panel.secret.rotate')}
          </Button>
        )}
      </Stack>
      <PreviousSecret />
      {rotating && (
        <RotateDialog
          what="secret"
          application={application}
          onRotated={onRotated}
          onClose={() => setRotating(false)}
        />
      )}
    </Box>
  );
}

/** Shows how long the previous secret stays valid, with a button that ends the overlap. */
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
      <ActionButton action="end-overlap" icon={<Block />} confirm about="panel.secret.end_warning" />
    </Stack>
  );
}
