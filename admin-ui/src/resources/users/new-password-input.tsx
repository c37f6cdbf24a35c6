import { maxLength, minLength, PasswordInput, required } from 'react-admin';

const RULES = [required(), minLength(6), maxLength(30)];

/** The password that an administrator sets for a user. */
export function NewPasswordInput() {
  return (
    <PasswordInput
      source="password"
      label="resources.users.fields.password"
      autoComplete="new-password"
      helperText="panel.help.user_password"
      validate={RULES}
    />
  );
}
