import { SaveButton, SimpleForm, Toolbar } from 'react-admin';
import { VersionedEdit } from '../../components/versioned-edit';
import { HolderInputs } from '../../holders/holder-inputs';

export function UserEdit() {
  return (
    <VersionedEdit>
      <SimpleForm toolbar={<FormToolbar />}>
        <HolderInputs />
      </SimpleForm>
    </VersionedEdit>
  );
}

/** No delete button: it is on the user's page. */
function FormToolbar() {
  return (
    <Toolbar>
      <SaveButton />
    </Toolbar>
  );
}
