import { FormDataConsumer, required, SelectInput, SimpleForm, TextInput } from 'react-admin';
import { ApplicationCreate } from '../../components/application-create';
import { RemoteDataInputs } from './remote-data-inputs';
import { SCOPES } from './scopes';

/** Creates a value, whose owner cannot be changed later. */
export function RemoteDataCreate() {
  return (
    <ApplicationCreate>
      <SimpleForm defaultValues={{ scope: 'app', value: '' }} shouldUnregister>
        <SelectInput
          source="scope"
          choices={SCOPES}
          validate={required()}
          helperText="panel.data.scope_help"
        />
        <FormDataConsumer>
          {({ formData }) =>
            formData.scope === 'card' && (
              <TextInput source="card" validate={required()} helperText="panel.data.card_help" />
            )
          }
        </FormDataConsumer>
        <RemoteDataInputs />
      </SimpleForm>
    </ApplicationCreate>
  );
}
