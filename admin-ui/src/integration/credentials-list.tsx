import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { messageKey } from '../i18n/message-key';
import type { Application } from '../api/types';
import { CopyButton } from '../components/copy-button';
import type { useSecret } from '../resources/applications/use-secret';

interface CredentialsListProps {
  application: Application;
  server: string;
  access: ReturnType<typeof useSecret>;
}

/** The credentials that a client needs. */
export function CredentialsList({ application, server, access }: CredentialsListProps) {
  const translate = useTranslate();
  const { secret, mayReveal, reveal, hide } = access;
  return (
    <Box component="dl" sx={LIST}>
      <Credential name={translate('panel.integration.server')} text={`${server}/api/client/v1`} />
      <Credential name="app_key" text={application.appKey} />
      <Credential name="app_secret" text={secret}>
        {secret === undefined && (
          <Typography component="span" variant="body2">
            {translate(mayReveal ? 'panel.integration.secret_hidden' : 'panel.integration.secret_not_yours')}
          </Typography>
        )}
        {mayReveal && secret === undefined && (
          <Button size="small" startIcon={<Visibility />} onClick={() => void reveal()}>
            {translate('panel.secret.reveal')}
          </Button>
        )}
        {secret !== undefined && (
          <Button size="small" startIcon={<VisibilityOff />} onClick={hide}>
            {translate('panel.secret.hide')}
          </Button>
        )}
      </Credential>
      <Credential name={translate('resources.applications.fields.signMode')}>
        <span>{translate(messageKey(`panel.sign_mode.${application.signMode}`))}</span>
      </Credential>
      {application.responseSignature === 'ed25519' && application.publicKey && application.keyId && (
        <>
          <Credential name="public_key" text={application.publicKey} />
          <Credential name="key_id" text={application.keyId} />
        </>
      )}
    </Box>
  );
}

function Credential({ name, text, children }: { name: string; text?: string; children?: ReactNode }) {
  return (
    <>
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Box component="dd" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
        {text !== undefined && (
          <>
            <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
              {text}
            </Box>
            <CopyButton text={text} />
          </>
        )}
        {children}
      </Box>
    </>
  );
}

const LIST = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'max-content 1fr' },
  columnGap: 3,
  rowGap: { xs: 0, sm: 1 },
  alignItems: 'center',
};
