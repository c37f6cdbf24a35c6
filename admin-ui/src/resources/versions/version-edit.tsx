import { SimpleForm } from 'react-admin';
import { VersionedEdit } from '../../components/versioned-edit';
import { ReleaseChip } from './release-chip';
import { VersionInputs } from './version-inputs';

export function VersionEdit() {
  return (
    <VersionedEdit redirect="list" actions={false}>
      <SimpleForm>
        <ReleaseChip />
        <VersionInputs />
      </SimpleForm>
    </VersionedEdit>
  );
}
