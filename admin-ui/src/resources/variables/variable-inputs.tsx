import { required, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { RequiredFeatureInput } from '../../components/required-feature-input';
import { SwitchInput } from '../../components/switch-input';
import { CheckRuleInput } from './check-rule-input';
import { ValueInput } from './value-input';

export function VariableInputs() {
  const isForCards = useWatch({ name: 'cardAuth' }) as boolean | undefined;
  return (
    <>
      <TextInput source="key" validate={required()} helperText="panel.help.remote_key" />
      <ValueInput />
      <CheckRuleInput />
      <SwitchInput source="cardAuth" helperText="panel.variables.card_auth_help" />
      <RequiredFeatureInput helperText="panel.variables.require_feature_help" />
      {isForCards && <SwitchInput source="trials" helperText="panel.variables.trials_help" />}
    </>
  );
}
