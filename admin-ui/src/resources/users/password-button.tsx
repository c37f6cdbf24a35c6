import LockReset from '@mui/icons-material/LockReset';
import { useState } from 'react';
import {
  Button,
  useCanAccess,
  useDataProvider,
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto, User } from '../../api/types';
import { FormDialog } from '../../components/form-dialog';
import { NewPasswordInput } from './new-password-input';

/** Sets a new password, which ends the user's sessions. */
export function PasswordButton() {
  const record = useRecordContext<User>();
  const { canAccess } = useCanAccess({ resource: 'users', action: 'password' });
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  if (!record || !canAccess) return null;

  const setPassword = async (values: Dto<'UserPasswordDto'>) => {
    await dataProvider.act(`/users/${record.id}/password`, values);
    notify('panel.done', { type: 'success' });
    refresh();
  };
  return (
    <>
      <Button label="panel.action.password" onClick={() => setOpen(true)}>
        <LockReset />
      </Button>
      <FormDialog<Dto<'UserPasswordDto'>>
        open={open}
        title={translate('panel.action.password')}
        submit="ra.action.save"
        onClose={() => setOpen(false)}
        onSubmit={setPassword}
      >
        <NewPasswordInput />
      </FormDialog>
    </>
  );
}
