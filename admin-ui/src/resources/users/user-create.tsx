import { maxLength, required, SimpleForm, TextInput } from 'react-admin';
import { ApplicationCreate } from '../../components/application-create';
import { CardTypeInput } from '../card-types/card-type-input';
import { NewPasswordInput } from './new-password-input';

export function UserCreate() {
  return (
    <ApplicationCreate redirect="show">
      <SimpleForm>
        <TextInput source="username" validate={[required(), maxLength(20)]} autoComplete="off" />
        <NewPasswordInput />
        <CardTypeInput source="cardTypeId" helperText="panel.help.user_type" isRequired />
        <TextInput source="note" validate={maxLength(500)} />
      </SimpleForm>
    </ApplicationCreate>
  );
}
