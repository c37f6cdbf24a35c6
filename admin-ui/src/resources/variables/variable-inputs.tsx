import { required, TextInput } from 'react-admin';
import { LongTextInput } from '../../components/long-text-input';
import { SwitchInput } from '../../components/switch-input';
import { CheckRuleInput } from './check-rule-input';

export function VariableInputs() {
  return (
    <>
      <TextInput source="key" validate={required()} helperText="panel.help.remote_key" />
      <LongTextInput source="value" />
      <CheckRuleInput />
      <SwitchInput source="cardAuth" helperText="panel.variables.card_auth_help" />
    </>
  );
}
