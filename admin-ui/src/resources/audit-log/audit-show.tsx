import { DateField, Labeled, ReferenceField, SimpleShowLayout, TextField } from 'react-admin';
import { RecordShow } from '../../components/record-show';
import { AuditDetails } from './audit-details';
import { ActionName, RecordName } from './audit-fields';

export function AuditShow() {
  return (
    <RecordShow>
      <SimpleShowLayout>
        <DateField source="at" />
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
    </RecordShow>
  );
}
