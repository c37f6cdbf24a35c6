import { SimpleForm } from 'react-admin';
import { VersionedEdit } from '../../components/versioned-edit';
import { VersionInputs } from './version-inputs';

export function VersionEdit() {
  return (
    <VersionedEdit redirect="list" actions={false}>
      <SimpleForm>
        <VersionInputs />
      </SimpleForm>
    </VersionedEdit>
  );
}
