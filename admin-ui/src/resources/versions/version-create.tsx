import { SimpleForm } from 'react-admin';
import { ApplicationCreate } from '../../components/application-create';
import { VersionInputs } from './version-inputs';

export function VersionCreate() {
  return (
    <ApplicationCreate>
      <SimpleForm defaultValues={{ channel: 'stable', released: false, forced: false }}>
        <VersionInputs />
      </SimpleForm>
    </ApplicationCreate>
  );
}
