import { DateField, SelectField, SimpleShowLayout, TextField } from 'react-admin';
import { RecordShow } from '../../components/record-show';
import { BLOCK_KINDS } from '../../api/choices';
import { BlockedApplicationField } from './blocked-application-field';

/** Read-only page for administrators without edit permission. */
export function BlockShow() {
  return (
    <RecordShow>
      <SimpleShowLayout>
        <TextField source="pattern" />
        <SelectField source="kind" choices={BLOCK_KINDS} />
        <BlockedApplicationField source="applicationId" />
        <TextField source="reason" />
        <DateField source="expiresAt" emptyText="panel.no_end" />
        <DateField source="createdAt" />
      </SimpleShowLayout>
    </RecordShow>
  );
}
