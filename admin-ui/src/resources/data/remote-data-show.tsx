import { DateField, SelectField, Show, SimpleShowLayout, TextField } from 'react-admin';
import { LongTextField } from '../../components/long-text-field';
import { SCOPES } from './scopes';

/** Read-only page for administrators without edit permission. */
export function RemoteDataShow() {
  return (
    <Show>
      <SimpleShowLayout>
        <TextField source="key" />
        <SelectField source="scope" choices={SCOPES} />
        <TextField source="card" emptyText="–" />
        <LongTextField source="value" isCode />
        <DateField source="createdAt" showTime />
        <DateField source="updatedAt" showTime />
      </SimpleShowLayout>
    </Show>
  );
}
