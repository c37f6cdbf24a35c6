import { Box, Stack, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Application } from '../../api/types';
import { CopyButton } from '../../components/copy-button';
import { useFormatTime } from '../../components/use-format-time';
import { RotateButton } from './rotate-button';

/** The public key with which clients verify signed answers. The key pair can be rotated here. */
export function SigningKeyPanel() {
  const application = useRecordContext<Application>();
  const translate = useTranslate();
  if (!application) return null;
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
        <RotateButton what="signingKey" />
      </Stack>
      <PreviousKey application={application} />
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

/** Shows the public key that the last rotation replaced, until the time chosen in that rotation. */
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
