import { DateField, FunctionField, Labeled, ReferenceField, TextField, useRecordContext } from 'react-admin';
import { ConsumedBy } from './consumed-by';
import { type Holder } from './holder';
import { DurationField, ExpiryField, FeaturesField, LimitField } from './terms-fields';
import { UsesLeft } from './uses-left';

/** Facts common to cards and users. */
export function HolderFacts() {
  const record = useRecordContext<Holder>();
  if (!record) return null;
  return (
    <>
      <Labeled source="cardTypeId">
        <ReferenceField source="cardTypeId" reference="card-types" />
      </Labeled>
      <Labeled source="durationAmount">
        <DurationField />
      </Labeled>
      <Labeled source="activatedAt">
        <DateField source="activatedAt" emptyText="–" />
      </Labeled>
      <Labeled source="expiresAt">
        <ExpiryField />
      </Labeled>
      <Labeled source="maxSessions">
        <LimitField source="maxSessions" />
      </Labeled>
      <Labeled source="maxDevices">
        <LimitField source="maxDevices" />
      </Labeled>
      <Labeled source="unbindsUsed">
        <FunctionField<Holder>
          render={({ unbindsUsed }) => (
            <>
              {unbindsUsed} / <LimitField source="unbindLimit" />
            </>
          )}
        />
      </Labeled>
      {record.uses !== null && (
        <Labeled source="uses">
          <UsesLeft />
        </Labeled>
      )}
      {Object.keys(record.features).length > 0 && (
        <Labeled source="features">
          <FeaturesField />
        </Labeled>
      )}
      {record.offlineHours > 0 && (
        <Labeled source="offlineHours">
          <TextField source="offlineHours" />
        </Labeled>
      )}
      <Labeled source="createdAt">
        <DateField source="createdAt" />
      </Labeled>
      <ConsumedBy />
      {record.note !== null && (
        <Labeled source="note">
          <TextField source="note" />
        </Labeled>
      )}
    </>
  );
}
