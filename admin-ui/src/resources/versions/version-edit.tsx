import { EditForm } from '../../components/edit-form';
import { VersionedEdit } from '../../components/versioned-edit';
import { ReleaseChip } from './release-chip';
import { VersionInputs } from './version-inputs';

export function VersionEdit() {
  return (
    <VersionedEdit redirect="list" actions={false}>
      <EditForm>
        <ReleaseChip />
        <VersionInputs />
      </EditForm>
    </VersionedEdit>
  );
}
