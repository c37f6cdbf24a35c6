import { Box } from '@mui/material';
import { TextField, useRecordContext } from 'react-admin';
import type { Dto } from '../../api/types';
import { LabeledFields } from '../../components/facts';
import { ChangeTable } from './change-table';

/** The change and its origin. */
export function AuditDetails() {
  const record = useRecordContext<Dto<'AuditRecordDto'>>();
  if (!record) return null;
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ChangeTable {...record} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}>
        <LabeledFields>
          <TextField source="ip" emptyText="–" />
          <TextField source="recordId" emptyText="–" />
          <TextField source="requestId" emptyText="–" sx={{ overflowWrap: 'anywhere' }} />
        </LabeledFields>
      </Box>
    </Box>
  );
}
