import { Create, maxLength, required, SimpleForm, TextInput } from 'react-admin';
import { useApplication } from '../../layout/application-context';
import { CardTypeInput } from '../card-types/card-type-input';
import { NewPasswordInput } from './new-password-input';

export function UserCreate() {
  const application = useApplication();
  return (
    <Create redirect="show" transform={(user: object) => ({ ...user, applicationId: application?.id })}>
      <SimpleForm>
        <TextInput source="username" validate={[required(), maxLength(20)]} autoComplete="off" />
        <NewPasswordInput />
        <CardTypeInput source="cardTypeId" helperText="panel.help.user_type" isRequired />
        <TextInput source="note" validate={maxLength(500)} multiline />
      </SimpleForm>
    </Create>
  );
}
