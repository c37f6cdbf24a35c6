import { SaveToolbar } from '../../components/save-toolbar';
import { EditForm } from '../../components/edit-form';
import { VersionedEdit } from '../../components/versioned-edit';
import { HolderInputs } from '../../holders/holder-inputs';

export function UserEdit() {
  return (
    <VersionedEdit>
      <EditForm toolbar={<SaveToolbar />}>
        <HolderInputs />
      </EditForm>
    </VersionedEdit>
  );
}
