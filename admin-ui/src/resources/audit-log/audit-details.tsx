import { Box } from '@mui/material';
import { Labeled, TextField, useRecordContext } from 'react-admin';
import type { Dto } from '../../api/types';
import { ChangeTable } from './change-table';

/** The change and its origin. */
export function AuditDetails() {
  const record = useRecordContext<Dto<'AuditRecordDto'>>();
  if (!record) return null;
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ChangeTable {...record} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}>
        <Labeled source="ip">
          <TextField source="ip" emptyText="–" />
        </Labeled>
        <Labeled source="recordId">
          <TextField source="recordId" emptyText="–" />
        </Labeled>
        <Labeled source="requestId">
          <TextField source="requestId" emptyText="–" sx={{ overflowWrap: 'anywhere' }} />
        </Labeled>
      </Box>
    </Box>
  );
}
