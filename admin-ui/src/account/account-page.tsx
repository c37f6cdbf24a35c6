import { Box, Card, CardContent, Skeleton, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Title, useTranslate } from 'react-admin';
import { messageKey } from '../i18n/message-key';
import type { Me } from '../api/types';
import { useRead } from '../api/use-read';
import { OwnSessions } from './own-sessions';
import { PasswordForm } from './password-form';
import { SecondFactor } from './second-factor';

/** The administrator's own account: password, one-time passwords, sessions. */
export function AccountPage() {
  const translate = useTranslate();
  const { data: me } = useRead<Me>('/auth/me');
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 2, gridTemplateColumns: 'minmax(0, 720px)' }}>
      <Title title={translate('panel.account.title')} />
      {me ? (
        <>
          <Typography>
            {me.name} · {me.email} · {translate(messageKey(`panel.role.${me.role}`))}
          </Typography>
          <Section title="panel.account.password.title">
            <PasswordForm email={me.email} />
          </Section>
          <Section title="panel.account.totp.title">
            <SecondFactor isOn={me.totpEnabled} />
          </Section>
          <Section title="panel.account.sessions.title">
            <OwnSessions />
          </Section>
        </>
      ) : (
        <Skeleton variant="rounded" height={400} />
      )}
    </Box>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id}>
      <CardContent>
        <Typography id={id} component="h2" variant="h6" gutterBottom>
          {translate(title)}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
}
