import { Labeled, SelectField, TextField } from 'react-admin';
import { DATA_SCOPES } from '../../api/choices';
import { EditForm } from '../../components/edit-form';
import { VersionedEdit } from '../../components/versioned-edit';
import { RemoteDataInputs } from './remote-data-inputs';

export function RemoteDataEdit() {
  return (
    <VersionedEdit redirect="list" actions={false}>
      <EditForm>
        <Labeled source="scope">
          <SelectField source="scope" choices={DATA_SCOPES} />
        </Labeled>
        <Labeled source="card">
          <TextField source="card" emptyText="–" />
        </Labeled>
        <RemoteDataInputs />
      </EditForm>
    </VersionedEdit>
  );
}
