import { SimpleForm } from 'react-admin';
import { ApplicationCreate } from '../../components/application-create';
import { VariableInputs } from './variable-inputs';

export function VariableCreate() {
  return (
    <ApplicationCreate>
      <SimpleForm defaultValues={{ value: '', checkRule: null, cardAuth: false, trials: false }}>
        <VariableInputs />
      </SimpleForm>
    </ApplicationCreate>
  );
}
