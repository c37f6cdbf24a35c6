import { Box } from '@mui/material';
import { useState } from 'react';
import { Button, DataTable, DateField, ListBase, Pagination, TextField, useRecordContext } from 'react-admin';
import type { Dto } from '../../api/types';
import { ActionsLabel } from '../../components/actions-label';
import { VersionDialog } from './version-dialog';

type ListedVersion = Dto<'ListedFunctionVersionDto'>;

/** All saved sources, which can be viewed, compared with the current one and restored. */
export function VersionsTab() {
  const current = useRecordContext<Dto<'RemoteFunctionDto'>>();
  const [opened, setOpened] = useState<number>();
  if (!current) return null;
  return (
    <Box sx={{ width: '100%', overflowX: 'auto' }}>
      <ListBase
        // Remounts the list, so that a saved source appears at once.
        key={current.version}
        resource={`functions/${current.id}/versions`}
        sort={{ field: 'version', order: 'DESC' }}
        perPage={10}
        exporter={false}
        storeKey={false}
        disableSyncWithLocation
        disableAuthentication
      >
        <DataTable<ListedVersion> bulkActionButtons={false} rowClick={false}>
          <DataTable.NumberCol source="version" label="resources.functions.fields.version" disableSort />
          <DataTable.Col label="panel.functions.versions.saved_at" disableSort>
            <DateField source="createdAt" showTime />
          </DataTable.Col>
          <DataTable.Col label="panel.functions.versions.saved_by" disableSort>
            <TextField source="createdBy" />
          </DataTable.Col>
          <DataTable.Col disableSort label={<ActionsLabel />}>
            <OpenButton onOpen={setOpened} />
          </DataTable.Col>
        </DataTable>
        <Pagination rowsPerPageOptions={[10, 25, 50]} />
      </ListBase>
      {opened !== undefined && (
        <VersionDialog current={current} version={opened} onClose={() => setOpened(undefined)} />
      )}
    </Box>
  );
}

function OpenButton({ onOpen }: { onOpen: (version: number) => void }) {
  const listed = useRecordContext<ListedVersion>();
  if (!listed) return null;
  return <Button label="panel.functions.versions.view" onClick={() => onOpen(listed.version)} />;
}
