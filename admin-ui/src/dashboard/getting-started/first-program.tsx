import { Alert, Box, CircularProgress, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useLocale, useTranslate } from 'react-admin';
import type { Application, Dto } from '../../api/types';
import { CredentialsList } from '../../integration/credentials-list';
import { SnippetTabs } from '../../integration/snippet-tabs';
import { useSecret } from '../../resources/applications/use-secret';

interface FirstProgramProps {
  application: Application;
  card: string;
  /** True just after the application was created: its secret is shown without a further click. */
  isNew: boolean;
  refusal: Dto<'RefusalCodeDto'> | undefined;
}

/** The credentials and a program that is ready to run, with the state of the program's first login. */
export function FirstProgram({ application, card, isNew, refusal }: FirstProgramProps) {
  const translate = useTranslate();
  const language = useLocale() === 'zh' ? 'zh' : 'en';
  const access = useSecret(application.id);
  const { mayReveal, secret } = access;
  const isAwaited = isNew && mayReveal && secret === undefined;
  // Reveals the secret automatically only once, so that it stays hidden after the user hides it.
  const wasAsked = useRef(false);
  useEffect(() => {
    if (!isAwaited || wasAsked.current) return;
    wasAsked.current = true;
    void access.reveal();
  }, [isAwaited, access]);
  return (
    <Box sx={{ mt: 2 }}>
      <CredentialsList application={application} server={window.location.origin} access={access} />
      <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 500, mt: 2 }}>
        {translate('panel.getting_started.run')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('panel.getting_started.run_text', { name: application.name })}
      </Typography>
      <SnippetTabs application={application} secret={secret} card={card} />
      <Box role="status" sx={{ display: 'flex', gap: 1.5, alignItems: 'center', mt: 2 }}>
        <CircularProgress size={20} aria-label={translate('panel.getting_started.waiting')} />
        <Typography variant="body2">{translate('panel.getting_started.waiting')}</Typography>
      </Box>
      {refusal && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {translate('panel.getting_started.refused')} {refusal.code} {refusal[language]}
        </Alert>
      )}
    </Box>
  );
}
