import { Button, Dialog, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useSyncExternalStore } from 'react';
import { useGetIdentity, useTranslate } from 'react-admin';
import { session } from '../api/session';
import { authProvider, type SignIn } from './auth-provider';
import { SignInForm } from './sign-in-form';

/** When the session has ended, shows a sign-in dialog over the page, which thus keeps its content and input. */
export function SignInAgain() {
  const hasEnded = useSyncExternalStore(session.subscribe, session.isInterrupted);
  return hasEnded ? <SignInDialog /> : null;
}

function SignInDialog() {
  const translate = useTranslate();
  const titleId = useId();
  const { identity } = useGetIdentity();
  const queryClient = useQueryClient();
  const signIn = async (values: SignIn) => {
    await authProvider.login(values);
    // Meanwhile the administrator's name or role may have changed.
    await queryClient.invalidateQueries({ queryKey: ['auth'] });
  };
  // `SignInForm` reads `email` only once, so the dialog waits for the identity. The panel has already loaded it, so the
  // wait is not noticeable.
  if (!identity) return null;
  return (
    <Dialog open aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{translate('panel.session_ended.title')}</DialogTitle>
      <DialogContent sx={CONTENT}>
        <Typography sx={{ color: 'text.secondary' }}>{translate('panel.session_ended.text')}</Typography>
        <SignInForm email={identity.email} onSignIn={signIn} />
        {/* After the reload, nobody is signed in. If the page has unsaved input, the browser asks first. */}
        <Button onClick={() => location.reload()}>{translate('panel.session_ended.leave')}</Button>
      </DialogContent>
    </Dialog>
  );
}

const CONTENT = { display: 'grid', gap: 2, pb: 2 };
