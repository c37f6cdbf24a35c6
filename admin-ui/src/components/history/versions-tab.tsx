import { Box } from '@mui/material';
import { useState } from 'react';
import { Button, DataTable, Pagination, TextField, useRecordContext } from 'react-admin';
import { ActionsLabel } from '../actions-label';
import { TabList } from '../tab-list';
import { TimeField } from '../time-field';
import type { History, KeptVersion, Versioned } from './history';
import { VersionDialog } from './version-dialog';

/** All kept versions of the record in context. Each can be viewed, compared with the current version and restored. */
export function VersionsTab({ of }: { of: History }) {
  const current = useRecordContext<Versioned>();
  const [opened, setOpened] = useState<number>();
  if (!current) return null;
  return (
    <Box sx={{ width: '100%', overflowX: 'auto' }}>
      <TabList
        // A new key remounts the list, so that a newly saved version appears at once.
        key={current.version}
        resource={`${of.resource}/${current.id}/versions`}
        sort={{ field: 'version', order: 'DESC' }}
        perPage={10}
      >
        <DataTable<KeptVersion> bulkActionButtons={false} rowClick={false}>
          <DataTable.NumberCol source="version" label="panel.history.version" disableSort />
          <DataTable.Col label="panel.history.saved_at" disableSort>
            <TimeField source="createdAt" />
          </DataTable.Col>
          <DataTable.Col label="panel.history.saved_by" disableSort>
            <TextField source="createdBy" emptyText="–" />
          </DataTable.Col>
          <DataTable.Col disableSort label={<ActionsLabel />}>
            <OpenButton onOpen={setOpened} />
          </DataTable.Col>
        </DataTable>
        <Pagination rowsPerPageOptions={[10, 25, 50]} />
      </TabList>
      {opened !== undefined && (
        <VersionDialog of={of} current={current} version={opened} onClose={() => setOpened(undefined)} />
      )}
    </Box>
  );
}

function OpenButton({ onOpen }: { onOpen: (version: number) => void }) {
  const listed = useRecordContext<KeptVersion>();
  if (!listed) return null;
  return <Button label="panel.history.view" onClick={() => onOpen(listed.version)} />;
}
