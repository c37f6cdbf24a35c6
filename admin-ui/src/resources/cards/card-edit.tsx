import { maxLength, SaveButton, SimpleForm, TextInput, Toolbar } from 'react-admin';
import { VersionedEdit } from '../../components/versioned-edit';
import { HolderInputs } from '../../holders/holder-inputs';

export function CardEdit() {
  return (
    <VersionedEdit>
      <SimpleForm toolbar={<FormToolbar />}>
        <TextInput source="batch" validate={maxLength(100)} />
        <HolderInputs />
      </SimpleForm>
    </VersionedEdit>
  );
}

/** No delete button: it is on the card's page. */
function FormToolbar() {
  return (
    <Toolbar>
      <SaveButton />
    </Toolbar>
  );
}
