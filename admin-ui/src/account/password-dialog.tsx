import { Typography } from '@mui/material';
import { PasswordInput, required, useTranslate } from 'react-admin';
import { FormDialog } from '../components/form-dialog';

interface PasswordDialogProps {
  title: string;
  onClose: () => void;
  onPassword: (password: string) => Promise<void>;
}

/** Asks for the current password before a change to the account's security. */
export function PasswordDialog({ title, onClose, onPassword }: PasswordDialogProps) {
  const translate = useTranslate();
  return (
    <FormDialog<{ currentPassword: string }>
      open
      title={title}
      submit="ra.action.confirm"
      onClose={onClose}
      onSubmit={({ currentPassword }) => onPassword(currentPassword)}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('panel.account.password.again')}
      </Typography>
      <PasswordInput
        source="currentPassword"
        label="panel.account.password.current"
        autoComplete="current-password"
        validate={required()}
        autoFocus
      />
    </FormDialog>
  );
}
