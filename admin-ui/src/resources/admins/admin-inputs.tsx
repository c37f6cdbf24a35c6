import { BooleanInput, email, FormDataConsumer, maxLength, required, TextInput } from 'react-admin';
import { ApplicationsInput } from '../../components/applications-input';
import { RoleInput } from '../../components/role-input';

/** Inputs of an administrator, except the password. */
export function AdminInputs() {
  return (
    <>
      <TextInput
        source="email"
        type="email"
        autoComplete="off"
        validate={[required(), email(), maxLength(254)]}
      />
      <TextInput source="name" autoComplete="off" validate={[required(), maxLength(100)]} />
      <RoleInput />
      <FormDataConsumer<{ role?: string }>>
        {({ formData }) =>
          formData.role !== 'owner' && <ApplicationsInput helperText="panel.admins.applications_help" />
        }
      </FormDataConsumer>
      <BooleanInput source="enabled" helperText="panel.admins.enabled_help" />
    </>
  );
}
