import { email, maxLength, required, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Role } from '../../api/types';
import { ApplicationsInput } from '../../components/applications-input';
import { RoleInput } from '../../components/role-input';
import { SwitchInput } from '../../components/switch-input';

/** Inputs of an administrator, except the password. */
export function AdminInputs() {
  const role = useWatch({ name: 'role' }) as Role | undefined;
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
      {role !== 'owner' && <ApplicationsInput helperText="panel.admins.applications_help" />}
      <SwitchInput source="enabled" helperText="panel.admins.enabled_help" />
    </>
  );
}
