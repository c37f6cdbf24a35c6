import { SimpleShowLayout, TextField, UrlField } from 'react-admin';
import { RecordShow } from '../../components/record-show';
import { LongTextField } from '../../components/long-text-field';
import { TimeField } from '../../components/time-field';
import { ReleaseChip } from './release-chip';

/** Read-only page for administrators without edit permission. */
export function VersionShow() {
  return (
    <RecordShow>
      <SimpleShowLayout>
        <TextField source="version" />
        <TextField source="channel" />
        <ReleaseChip source="released" />
        <UrlField source="url" target="_blank" rel="noreferrer" />
        <LongTextField source="notice" />
        <TimeField source="createdAt" />
        <TimeField source="updatedAt" />
      </SimpleShowLayout>
    </RecordShow>
  );
}
