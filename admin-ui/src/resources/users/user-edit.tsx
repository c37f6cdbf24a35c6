import { SimpleForm } from 'react-admin';
import { SaveToolbar } from '../../components/save-toolbar';
import { VersionedEdit } from '../../components/versioned-edit';
import { HolderInputs } from '../../holders/holder-inputs';

export function UserEdit() {
  return (
    <VersionedEdit>
      <SimpleForm toolbar={<SaveToolbar />}>
        <HolderInputs />
      </SimpleForm>
    </VersionedEdit>
  );
}
