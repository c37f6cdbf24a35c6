import { Box, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form, PasswordInput, required, useDataProvider, useNotify, useTranslate } from 'react-admin';
import { isRepeated } from '../components/field-rules';
import type { PanelDataProvider } from '../api/data-provider';
import { PASSWORD_RULES } from '../components/new-password';
import { SubmitButton } from '../components/submit-button';
import { useSubmission } from '../components/use-submission';

interface Passwords {
  currentPassword: string;
  newPassword: string;
  repeated: string;
}

export function PasswordForm({ email }: { email: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const [times, setTimes] = useState(0);
  const change = useSubmission<Passwords>(async ({ currentPassword, newPassword }) => {
    await dataProvider.act('/auth/password', { currentPassword, newPassword });
    notify('panel.account.password.changed', { type: 'success' });
    // A new key remounts the form, so that its fields are empty again.
    setTimes(times + 1);
    // The server has ended all other sessions.
    await queryClient.invalidateQueries({ queryKey: ['read', '/auth/sessions'] });
  });
  return (
    <Form key={times} onSubmit={(values: unknown) => change(values as Passwords)} noValidate>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('panel.account.password.text')}
      </Typography>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        source="currentPassword"
        label="panel.account.password.current"
        autoComplete="current-password"
        validate={required()}
      />
      <PasswordInput
        source="newPassword"
        label="panel.account.password.new"
        autoComplete="new-password"
        helperText="panel.admins.password_help"
        validate={[required(), ...PASSWORD_RULES]}
      />
      <PasswordInput
        source="repeated"
        label="panel.account.password.repeated"
        autoComplete="new-password"
        validate={[required(), isRepeated]}
      />
      <Box sx={{ mt: 1 }}>
        <SubmitButton label="panel.account.password.submit" />
      </Box>
    </Form>
  );
}
