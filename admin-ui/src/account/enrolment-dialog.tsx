import { Box, Skeleton, Typography } from '@mui/material';
import { lazy, Suspense } from 'react';
import { required, TextInput, useTranslate } from 'react-admin';
import type { Dto } from '../api/types';
import { CopyButton } from '../components/copy-button';
import { FormDialog } from '../components/form-dialog';

const QrCode = lazy(() => import('./qr-code'));
const QR_PX = 192;

interface EnrolmentDialogProps {
  totp: Dto<'TotpKeyDto'>;
  onClose: () => void;
  onCode: (code: string) => Promise<void>;
}

/** Shows the key for an authenticator app, and asks for a first code to confirm it. */
export function EnrolmentDialog({ totp: { key, uri }, onClose, onCode }: EnrolmentDialogProps) {
  const translate = useTranslate();
  return (
    <FormDialog<{ code: string }>
      open
      title={translate('panel.account.totp.on')}
      submit="panel.account.totp.confirm"
      onClose={onClose}
      onSubmit={({ code }) => onCode(code)}
    >
      <Typography>{translate('panel.account.totp.scan')}</Typography>
      <Box sx={{ my: 2, display: 'grid', justifyItems: 'center' }}>
        <Suspense fallback={<Skeleton variant="rounded" width={QR_PX} height={QR_PX} />}>
          <QrCode text={uri} title={translate('panel.account.totp.qr')} sizePx={QR_PX} />
        </Suspense>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('panel.account.totp.key')}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
          {key.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </Box>
        <CopyButton text={key} />
      </Box>
      <TextInput
        source="code"
        label="panel.account.totp.code"
        autoComplete="one-time-code"
        validate={required()}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        autoFocus
      />
    </FormDialog>
  );
}
