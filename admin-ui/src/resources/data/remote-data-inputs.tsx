import { required, TextInput } from 'react-admin';
import { LongTextInput } from '../../components/long-text-input';

export function RemoteDataInputs() {
  return (
    <>
      <TextInput source="key" validate={required()} helperText="panel.help.remote_key" />
      <LongTextInput source="value" isCode />
    </>
  );
}
