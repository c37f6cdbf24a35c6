import { SimpleForm } from 'react-admin';
import { VersionedEdit } from '../../components/versioned-edit';
import { VariableInputs } from './variable-inputs';

export function VariableEdit() {
  return (
    <VersionedEdit redirect="list" actions={false}>
      <SimpleForm>
        <VariableInputs />
      </SimpleForm>
    </VersionedEdit>
  );
}
