import Autorenew from '@mui/icons-material/Autorenew';
import { Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useCanAccess, useRecordContext, useRefresh, useTranslate } from 'react-admin';
import type { Application } from '../../api/types';
import { CopyButton } from '../../components/copy-button';
import { useFormatTime } from '../../components/use-format-time';
import { RotateDialog } from './rotate-dialog';

/** The public key with which clients verify signed answers. The key pair can be rotated here. */
export function SigningKeyPanel() {
  const application = useRecordContext<Application>();
  const { canAccess: mayRotate } = useCanAccess({ resource: 'applications', action: 'rotate-signing-key' });
  const [rotating, setRotating] = useState(false);
  const translate = useTranslate();
  const refresh = useRefresh();
  if (!application) return null;

  const onRotated = () => {
    setRotating(false);
    refresh();
  };
  return (
    <Box component="section" aria-labelledby="signing-key-heading" sx={{ width: '100%', mt: 2 }}>
      <Typography id="signing-key-heading" component="h2" variant="subtitle1">
        {translate('panel.signing_key.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {translate('panel.signing_key.help')}
      </Typography>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, my: 1 }}>
        <Key keyId={application.keyId} publicKey={application.publicKey} />
        {mayRotate && (
          <Button size="small" startIcon={<Autorenew />} onClick={() => setRotating(true)}>
            {translate('panel.signing_key.rotate')}
          </Button>
        )}
      </Stack>
      <PreviousKey application={application} />
      {rotating && (
        <RotateDialog
          what="signingKey"
          application={application}
          onRotated={onRotated}
          onClose={() => setRotating(false)}
        />
      )}
    </Box>
  );
}

function Key({ keyId, publicKey }: Pick<Application, 'keyId' | 'publicKey'>) {
  if (publicKey === null) return null;
  return (
    <>
      <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
        {publicKey}
      </Box>
      <CopyButton text={publicKey} />
      <Box component="code">{keyId}</Box>
    </>
  );
}

/** Shows the public key that the last rotation replaced, as long as it stays listed. */
function PreviousKey({ application }: { application: Application }) {
  const translate = useTranslate();
  const formatTime = useFormatTime();
  const { previousKeyId, previousPublicKey, previousPublicKeyUntil: until } = application;
  if (until === null || until <= Date.now()) return null;
  return (
    <>
      <Typography variant="body2">
        {translate('panel.signing_key.previous_until', { until: formatTime(until) })}
      </Typography>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, my: 1 }}>
        <Key keyId={previousKeyId} publicKey={previousPublicKey} />
      </Stack>
    </>
  );
}
