import { maxLength, TextInput } from 'react-admin';
import { SaveToolbar } from '../../components/save-toolbar';
import { EditForm } from '../../components/edit-form';
import { VersionedEdit } from '../../components/versioned-edit';
import { HolderInputs } from '../../holders/holder-inputs';

export function CardEdit() {
  return (
    <VersionedEdit>
      <EditForm toolbar={<SaveToolbar />}>
        <TextInput source="batch" validate={maxLength(100)} />
        <HolderInputs />
      </EditForm>
    </VersionedEdit>
  );
}
