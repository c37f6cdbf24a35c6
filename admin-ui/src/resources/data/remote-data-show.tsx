import { DateField, SelectField, SimpleShowLayout, TextField } from 'react-admin';
import { RecordShow } from '../../components/record-show';
import { DATA_SCOPES } from '../../api/choices';
import { LongTextField } from '../../components/long-text-field';

/** Read-only page for administrators without edit permission. */
export function RemoteDataShow() {
  return (
    <RecordShow>
      <SimpleShowLayout>
        <TextField source="key" />
        <SelectField source="scope" choices={DATA_SCOPES} />
        <TextField source="card" emptyText="–" />
        <LongTextField source="value" isCode />
        <DateField source="createdAt" />
        <DateField source="updatedAt" />
      </SimpleShowLayout>
    </RecordShow>
  );
}
