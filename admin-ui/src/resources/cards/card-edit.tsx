import { maxLength, SimpleForm, TextInput } from 'react-admin';
import { SaveToolbar } from '../../components/save-toolbar';
import { VersionedEdit } from '../../components/versioned-edit';
import { HolderInputs } from '../../holders/holder-inputs';

export function CardEdit() {
  return (
    <VersionedEdit>
      <SimpleForm toolbar={<SaveToolbar />}>
        <TextInput source="batch" validate={maxLength(100)} />
        <HolderInputs />
      </SimpleForm>
    </VersionedEdit>
  );
}
