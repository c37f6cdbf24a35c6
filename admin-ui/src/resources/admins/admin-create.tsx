import { PasswordInput, required, SimpleForm } from 'react-admin';
import { PASSWORD_RULES } from '../../components/new-password';
import { RecordCreate } from '../../components/record-create';
import { AdminInputs } from './admin-inputs';

export function AdminCreate() {
  return (
    <RecordCreate redirect="list">
      <SimpleForm defaultValues={{ role: 'operator', enabled: true, applicationIds: [] }}>
        <AdminInputs />
        <PasswordInput
          source="password"
          autoComplete="new-password"
          helperText="panel.admins.password_help"
          validate={[required(), ...PASSWORD_RULES]}
        />
      </SimpleForm>
    </RecordCreate>
  );
}
