import { Labeled, SelectField, SimpleForm, TextField } from 'react-admin';
import { VersionedEdit } from '../../components/versioned-edit';
import { RemoteDataInputs } from './remote-data-inputs';
import { SCOPES } from './scopes';

export function RemoteDataEdit() {
  return (
    <VersionedEdit redirect="list" actions={false}>
      <SimpleForm>
        <Labeled source="scope">
          <SelectField source="scope" choices={SCOPES} />
        </Labeled>
        <Labeled source="card">
          <TextField source="card" emptyText="–" />
        </Labeled>
        <RemoteDataInputs />
      </SimpleForm>
    </VersionedEdit>
  );
}
