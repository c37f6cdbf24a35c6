import { DateField, FunctionField, ReferenceField, TextField, useRecordContext } from 'react-admin';
import { ConsumedBy } from './consumed-by';
import { LabeledFields } from '../components/facts';
import { type Holder } from './holder';
import { DurationField, ExpiryField, FeaturesField, LimitField } from './terms-fields';
import { UsesLeft } from './uses-left';

/** Facts common to cards and users. */
export function HolderFacts() {
  const record = useRecordContext<Holder>();
  if (!record) return null;
  return (
    <LabeledFields>
      <ReferenceField source="cardTypeId" reference="card-types" />
      <DurationField source="durationAmount" />
      <DateField source="activatedAt" emptyText="–" />
      <ExpiryField source="expiresAt" />
      <LimitField source="maxSessions" />
      <LimitField source="maxDevices" />
      <FunctionField<Holder>
        source="unbindsUsed"
        render={({ unbindsUsed }) => (
          <>
            {unbindsUsed} / <LimitField source="unbindLimit" />
          </>
        )}
      />
      {record.uses !== null && <UsesLeft source="uses" />}
      {Object.keys(record.features).length > 0 && <FeaturesField source="features" />}
      {record.offlineHours > 0 && <TextField source="offlineHours" />}
      <DateField source="createdAt" />
      <ConsumedBy />
      {record.note !== null && <TextField source="note" />}
    </LabeledFields>
  );
}
