import { Box, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useDefaultTitle, useLogin, useTranslate } from 'react-admin';
import { Navigate } from 'react-router-dom';
import { BrandMark } from '../layout/brand-mark';
import { LanguageButton, ThemeButton } from '../layout/preference-buttons';
import { isSignedIn } from './auth-provider';
import { SignInForm } from './sign-in-form';

/** The page for visitors who are not signed in. */
export function SignInPage() {
  const login = useLogin();
  const translate = useTranslate();
  const name = String(useDefaultTitle());
  const [wasSignedIn] = useState(isSignedIn);
  useEffect(() => {
    document.title = `${translate('panel.sign_in.title')} · ${name}`;
  }, [translate, name]);
  if (wasSignedIn) return <Navigate to="/" replace />;

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
        <SignInForm onSignIn={login} />
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
