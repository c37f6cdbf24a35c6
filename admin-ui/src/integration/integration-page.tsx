import { Alert, Card, CardContent, Link, Stack, Tab, Tabs, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { Title, useStore, useTranslate } from 'react-admin';
import type { Application } from '../api/types';
import { CodeBlock } from '../components/code-block';
import { NoApplication } from '../components/no-application';
import { useApplication } from '../layout/application-context';
import { useSecret } from '../resources/applications/use-secret';
import { CredentialsList } from './credentials-list';
import { SNIPPETS } from './snippets';

const SECRET_PLACEHOLDER = 'YOUR_APP_SECRET';
const CARD_PLACEHOLDER = 'YOUR_CARD';

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
              {translate('panel.integration.response_signature')}
            </Alert>
          )}
        </CardContent>
      </Card>
      <Snippets application={application} server={server} secret={access.secret} />
    </>
  );
}

interface SnippetsProps {
  application: Application;
  server: string;
  secret: string | undefined;
}

function Snippets({ application, server, secret }: SnippetsProps) {
  const { appKey, keyId, publicKey, responseSignature, signMode } = application;
  const translate = useTranslate();
  const [language, setLanguage] = useStore<string>('integration.language', SNIPPETS[0]!.id);
  const [card, setCard] = useState('');
  const snippet = SNIPPETS.find(({ id }) => id === language) ?? SNIPPETS[0]!;
  const text = snippet.write({
    server,
    appKey,
    signMode,
    key: responseSignature === 'ed25519' && keyId && publicKey ? { keyId, publicKey } : undefined,
    appSecret: secret ?? SECRET_PLACEHOLDER,
    card: literal(card) || CARD_PLACEHOLDER,
  });
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
        <Tabs
          value={snippet.id}
          onChange={(_, next: string) => setLanguage(next)}
          variant="scrollable"
          allowScrollButtonsMobile
          aria-label={translate('panel.integration.language')}
        >
          {SNIPPETS.map(({ id, name }) => (
            <Tab key={id} value={id} label={name} id={`snippet-tab-${id}`} sx={{ textTransform: 'none' }} />
          ))}
        </Tabs>
        <CodeBlock label={snippet.fileName} text={text} />
      </CardContent>
    </Card>
  );
}

/** Removes characters that would break a string literal. */
function literal(card: string): string {
  return card.trim().replaceAll(/['"\\$`]/g, '');
}
