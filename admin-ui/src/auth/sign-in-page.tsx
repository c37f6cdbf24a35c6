import { Alert, Box, Button, Typography } from '@mui/material';
import { type FormEvent, useEffect, useState } from 'react';
import { useDefaultTitle, useLogin, useTranslate } from 'react-admin';
import { Navigate } from 'react-router-dom';
import { BrandMark } from '../layout/brand-mark';
import { LanguageButton, ThemeButton } from '../layout/preference-buttons';
import { hasSessionEnded, isSignedIn, type SignIn } from './auth-provider';
import { SignInField } from './sign-in-field';
import { type Refusal, refusalOf } from './sign-in-refusal';

/** Shown when the session has ended: the user must know that the last action was not performed. */
const ENDED: Refusal = { message: 'ra.notification.logged_out', isFault: false };

/**
 * Asks for address and password, then for a one-time password if the server requires it. The form does not use
 * react-admin's inputs, since visitors would have to wait for the form library.
 */
export function SignInPage() {
  const login = useLogin();
  const translate = useTranslate();
  const name = String(useDefaultTitle());
  const [wasSignedIn] = useState(isSignedIn);
  const [needsCode, setNeedsCode] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | undefined>(() => (hasSessionEnded() ? ENDED : undefined));
  const [busy, setBusy] = useState(false);
  const [values, setValues] = useState<SignIn>({ email: '', password: '', totp: '' });
  useEffect(() => {
    document.title = `${translate('panel.sign_in.title')} · ${name}`;
  }, [translate, name]);
  if (wasSignedIn) return <Navigate to="/" replace />;

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    const missing = !values.email.trim() || !values.password || (needsCode && !values.totp);
    setIsMissing(missing);
    if (missing) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      await login({
        email: values.email,
        password: values.password,
        ...(needsCode && { totp: values.totp }),
      });
    } catch (error) {
      const refused = refusalOf(error);
      if (refused.field === 'totp') setNeedsCode(true);
      setRefusal(refused);
      setBusy(false);
    }
  };
  const fieldOf = (field: keyof SignIn) => ({
    name: field,
    label: translate(`panel.sign_in.${field}`),
    value: values[field] ?? '',
    onChange: (value: string) => setValues((known) => ({ ...known, [field]: value })),
    fault: isMissing && !values[field] ? translate('ra.validation.required') : undefined,
  });
  const message = refusal && translate(refusal.message, refusal.messageArgs);
  const isCodeWrong = refusal?.field === 'totp' && refusal.isFault;

  return (
    <Box component="main" sx={PAGE}>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <LanguageButton />
        <ThemeButton />
      </Box>
      <Box sx={COLUMN}>
        <BrandMark sizePx={40} />
        <Typography component="h1" sx={HEADING}>
          {translate('panel.sign_in.heading')}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mb: 3 }}>{translate('panel.sign_in.about')}</Typography>
        <Box component="form" noValidate onSubmit={(event) => void signIn(event)} sx={FORM}>
          <SignInField {...fieldOf('email')} type="email" autoComplete="username" autoFocus />
          <SignInField {...fieldOf('password')} type="password" autoComplete="current-password" />
          {needsCode && (
            <SignInField
              {...fieldOf('totp')}
              {...(isCodeWrong && { fault: message })}
              help={translate('panel.sign_in.totp_help')}
              autoComplete="one-time-code"
              autoFocus
            />
          )}
          {message && !isCodeWrong && <Alert severity={refusal.isFault ? 'error' : 'info'}>{message}</Alert>}
          <Button type="submit" variant="contained" fullWidth loading={busy} sx={{ minHeight: 40 }}>
            {translate('panel.sign_in.submit')}
          </Button>
        </Box>
      </Box>
    </Box>
  );
}

const PAGE = {
  minHeight: '100vh',
  display: 'grid',
  gridTemplateRows: 'auto 1fr',
  p: 2,
  bgcolor: { xs: 'background.default', sm: 'sunken' },
};

const COLUMN = {
  boxSizing: 'border-box',
  width: '100%',
  maxWidth: 400,
  justifySelf: 'center',
  alignSelf: { xs: 'start', sm: 'center' },
  mt: { xs: 4, sm: 0 },
  mb: { xs: 0, sm: '12vh' },
  p: { xs: 1, sm: 4 },
  borderRadius: 2,
  border: { xs: 0, sm: 1 },
  borderColor: { sm: 'divider' },
  bgcolor: { sm: 'background.paper' },
};

const HEADING = { mt: 2, mb: 0.5, fontSize: '1.25rem', lineHeight: '28px', fontWeight: 650 };

const FORM = { display: 'grid', gap: 2 };
