import { Alert, Card, CardContent, Link, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import type { Application } from '../api/types';
import { NoApplication } from '../components/no-application';
import { useApplication } from '../layout/application-context';
import { useSecret } from '../resources/applications/use-secret';
import { CopyPromptButton } from './copy-prompt-button';
import { CredentialsList } from './credentials-list';
import { SnippetTabs } from './snippet-tabs';

/** Explains how to connect a client to the selected application, with code ready to paste and run. */
export function IntegrationPage() {
  const application = useApplication();
  return (
    <Stack sx={{ gap: 2, mt: 2, mb: 4 }}>
      <Title title="panel.integration.title" />
      {application ? <Integration key={application.id} application={application} /> : <NoApplication />}
    </Stack>
  );
}

function Integration({ application }: { application: Application }) {
  const translate = useTranslate();
  const access = useSecret(application.id);
  const server = window.location.origin;
  return (
    <>
      <Card>
        <CardContent>
          <Typography component="h2" variant="h6" gutterBottom>
            {translate('panel.integration.credentials', { name: application.name })}
          </Typography>
          <CredentialsList application={application} server={server} access={access} />
          {!application.enabled && (
            <Alert severity="warning" sx={{ mt: 2 }}>
              {translate('panel.integration.disabled')}
            </Alert>
          )}
          {application.responseSignature !== 'off' && (
            <Alert severity="info" sx={{ mt: 2 }}>
              {translate(
                application.responseSignature === 'ed25519'
                  ? 'panel.integration.signed_by_key'
                  : 'panel.integration.response_signature',
              )}
            </Alert>
          )}
        </CardContent>
      </Card>
      <Snippets application={application} secret={access.secret} />
    </>
  );
}

interface SnippetsProps {
  application: Application;
  secret: string | undefined;
}

function Snippets({ application, secret }: SnippetsProps) {
  const translate = useTranslate();
  const [card, setCard] = useState('');
  return (
    <Card>
      <CardContent>
        <Typography component="h2" variant="h6" gutterBottom>
          {translate('panel.integration.snippets')}
        </Typography>
        <Typography variant="body2" sx={{ mb: 2 }}>
          {translate('panel.integration.snippets_help')}{' '}
          <Link href="/docs" target="_blank" rel="noreferrer">
            {translate('panel.integration.docs')}
          </Link>
        </Typography>
        <TextField
          label={translate('panel.integration.card')}
          helperText={translate('panel.integration.card_help')}
          value={card}
          onChange={({ target }) => setCard(target.value)}
          sx={{ maxWidth: 400 }}
        />
        <SnippetTabs
          application={application}
          secret={secret}
          card={card}
          actions={(snippet, values) => <CopyPromptButton snippet={snippet} values={values} />}
        />
      </CardContent>
    </Card>
  );
}
