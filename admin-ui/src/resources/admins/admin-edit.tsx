import Logout from '@mui/icons-material/Logout';
import PhonelinkErase from '@mui/icons-material/PhonelinkErase';
import { PasswordInput, TopToolbar, useRecordContext } from 'react-admin';
import type { Dto } from '../../api/types';
import { ActionButton } from '../../components/action-button';
import { PASSWORD_RULES } from '../../components/new-password';
import { EditForm } from '../../components/edit-form';
import { VersionedEdit } from '../../components/versioned-edit';
import { AdminInputs } from './admin-inputs';

export function AdminEdit() {
  return (
    <VersionedEdit redirect="list" actions={<Actions />}>
      <EditForm sanitizeEmptyValues>
        <AdminInputs />
        <PasswordInput
          source="password"
          label="panel.admins.new_password"
          autoComplete="new-password"
          helperText="panel.admins.new_password_help"
          validate={PASSWORD_RULES}
        />
      </EditForm>
    </VersionedEdit>
  );
}

function Actions() {
  const admin = useRecordContext<Dto<'AdminDto'>>();
  return (
    <TopToolbar>
      <ActionButton action="sign-out" label="panel.admins.sign_out" icon={<Logout />} confirm />
      {admin?.totpEnabledAt != null && (
        <ActionButton action="reset-totp" label="panel.admins.reset_totp" icon={<PhonelinkErase />} confirm />
      )}
    </TopToolbar>
  );
}
