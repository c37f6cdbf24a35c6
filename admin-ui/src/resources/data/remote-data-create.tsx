import { FormDataConsumer, required, SelectInput, SimpleForm, TextInput } from 'react-admin';
import { DATA_SCOPES } from '../../api/choices';
import { ApplicationCreate } from '../../components/application-create';
import { RemoteDataInputs } from './remote-data-inputs';

/** Creates a value, whose owner cannot be changed later. */
export function RemoteDataCreate() {
  return (
    <ApplicationCreate>
      <SimpleForm defaultValues={{ scope: 'app', value: '' }} shouldUnregister>
        <SelectInput
          source="scope"
          choices={DATA_SCOPES}
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
