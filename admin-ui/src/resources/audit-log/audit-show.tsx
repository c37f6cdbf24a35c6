import { DateField, Labeled, ReferenceField, Show, SimpleShowLayout, TextField } from 'react-admin';
import { AuditDetails } from './audit-details';
import { ActionName, RecordName } from './audit-fields';

export function AuditShow() {
  return (
    <Show>
      <SimpleShowLayout>
        <DateField source="at" showTime />
        <TextField source="actorName" />
        <Labeled source="action">
          <ActionName />
        </Labeled>
        <Labeled source="recordName">
          <RecordName />
        </Labeled>
        <ReferenceField source="applicationId" reference="applications" emptyText="–" />
        <AuditDetails />
      </SimpleShowLayout>
    </Show>
  );
}
