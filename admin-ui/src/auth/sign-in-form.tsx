import { Alert, Box, Button } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { SignIn } from './auth-provider';
import { SignInField } from './sign-in-field';
import { type Refusal, refusalOf } from './sign-in-refusal';

interface SignInFormProps {
  /** Initial email address; by default none. */
  email?: string;
  onSignIn: (signIn: SignIn) => Promise<unknown>;
}

/**
 * Asks for email address and password, then for a one-time password if the server requires it. The form does not use
 * react-admin's inputs: with them, visitors would have to wait until the form library is loaded.
 */
export function SignInForm({ email = '', onSignIn }: SignInFormProps) {
  const translate = useTranslate();
  const [needsCode, setNeedsCode] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const [values, setValues] = useState<SignIn>({ email, password: '', totp: '' });

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    const missing = !values.email.trim() || !values.password || (needsCode && !values.totp);
    setIsMissing(missing);
    if (missing) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      await onSignIn({
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
    <Box component="form" noValidate onSubmit={(event) => void signIn(event)} sx={FORM}>
      <SignInField {...fieldOf('email')} type="email" autoComplete="username" autoFocus={!email} />
      <SignInField
        {...fieldOf('password')}
        type="password"
        autoComplete="current-password"
        autoFocus={email !== ''}
      />
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
  );
}

const FORM = { display: 'grid', gap: 2 };
