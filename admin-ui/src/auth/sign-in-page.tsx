import { Alert, Box, Button, Card, CardContent, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import {
  Form,
  LocalesMenuButton,
  PasswordInput,
  required,
  TextInput,
  ToggleThemeButton,
  useDefaultTitle,
  useLogin,
  useTranslate,
} from 'react-admin';
import { Navigate } from 'react-router-dom';
import { hasSessionEnded, isSignedIn, type SignIn } from './auth-provider';
import { type Refusal, refusalOf } from './sign-in-refusal';

/** Message after the session has ended: the last action was not performed. */
const ENDED: Refusal = { message: 'ra.notification.logged_out', isFault: false };

/** Asks for address and password, then for a one-time password when the server requires it. */
export function SignInPage() {
  const login = useLogin();
  const translate = useTranslate();
  const [wasSignedIn] = useState(isSignedIn);
  const [needsCode, setNeedsCode] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | undefined>(() => (hasSessionEnded() ? ENDED : undefined));
  const [busy, setBusy] = useState(false);
  usePageTitle(translate('panel.sign_in.title'));
  if (wasSignedIn) return <Navigate to="/" replace />;

  const signIn = async (values: unknown) => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await login(values as SignIn);
    } catch (error) {
      const refused = refusalOf(error);
      if (refused.field === 'totp') setNeedsCode(true);
      setBusy(false);
      if (refused.isFault && refused.field) return { [refused.field]: refused.message };
      setRefusal(refused);
    }
    return undefined;
  };

  return (
    <Box component="main" sx={PAGE}>
      <Box sx={{ justifySelf: 'end' }}>
        <LocalesMenuButton />
        <ToggleThemeButton />
      </Box>
      <Card sx={{ width: '100%', maxWidth: 400, justifySelf: 'center', alignSelf: 'center', mb: '15vh' }}>
        <CardContent>
          <Typography component="h1" variant="h5" gutterBottom>
            {translate('panel.sign_in.heading')}
          </Typography>
          <Form onSubmit={signIn} noValidate>
            <TextInput
              source="email"
              type="email"
              label="panel.sign_in.email"
              autoComplete="username"
              validate={required()}
              autoFocus
            />
            <PasswordInput
              source="password"
              label="panel.sign_in.password"
              autoComplete="current-password"
              validate={required()}
            />
            {needsCode && (
              <TextInput
                source="totp"
                label="panel.sign_in.totp"
                helperText="panel.sign_in.totp_help"
                autoComplete="one-time-code"
                validate={required()}
                autoFocus
              />
            )}
            {refusal && (
              <Alert severity={refusal.isFault ? 'error' : 'info'} sx={{ my: 1 }}>
                {translate(refusal.message, refusal.messageArgs)}
              </Alert>
            )}
            <Button type="submit" variant="contained" size="large" fullWidth loading={busy} sx={{ mt: 1 }}>
              {translate('panel.sign_in.submit')}
            </Button>
          </Form>
        </CardContent>
      </Card>
    </Box>
  );
}

function usePageTitle(title: string): void {
  const panel = useDefaultTitle();
  useEffect(() => {
    document.title = `${title} · ${String(panel)}`;
  }, [title, panel]);
}

const PAGE = { minHeight: '100vh', display: 'grid', gridTemplateRows: 'auto 1fr', p: 1 };
