import { DateField, SelectField, Show, SimpleShowLayout, TextField } from 'react-admin';
import { DATA_SCOPES } from '../../api/choices';
import { LongTextField } from '../../components/long-text-field';

/** Read-only page for administrators without edit permission. */
export function RemoteDataShow() {
  return (
    <Show>
      <SimpleShowLayout>
        <TextField source="key" />
        <SelectField source="scope" choices={DATA_SCOPES} />
        <TextField source="card" emptyText="–" />
        <LongTextField source="value" isCode />
        <DateField source="createdAt" showTime />
        <DateField source="updatedAt" showTime />
      </SimpleShowLayout>
    </Show>
  );
}
