import { Box, Chip, Stack, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useState } from 'react';
import {
  Button,
  DataTable,
  FunctionField,
  Pagination,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { Dto } from '../../api/types';
import { ActionsLabel } from '../../components/actions-label';
import { EmptyText } from '../../components/empty-text';
import { LongTextField } from '../../components/long-text-field';
import { RefreshListButton, TabList } from '../../components/tab-list';
import { TimeField } from '../../components/time-field';
import { CallDialog } from './call-dialog';
import { kibibytes } from './units';

type Call = Dto<'FunctionCallDto'>;

/** The outcomes of the latest calls by clients. */
export function CallsTab() {
  const called = useRecordContext<Dto<'RemoteFunctionDto'>>();
  if (!called) return null;
  return (
    <Box sx={{ width: '100%', overflowX: 'auto' }}>
      <TabList resource={`functions/${called.id}/calls`}>
        <CallsToolbar />
        <DataTable<Call>
          bulkActionButtons={false}
          rowClick={false}
          sx={{ '& td': { whiteSpace: 'nowrap' } }}
          empty={<EmptyText text="panel.functions.calls.none" />}
        >
          <DataTable.Col label="panel.functions.calls.at" disableSort>
            <TimeField source="at" />
          </DataTable.Col>
          <DataTable.Col label="panel.functions.calls.outcome" disableSort field={OutcomeChip} />
          <DataTable.NumberCol source="version" label="resources.functions.fields.version" disableSort />
          <DataTable.Col label="panel.functions.calls.duration" disableSort>
            <FunctionField<Call> render={({ durationMs }) => `${durationMs.toFixed(1)} ms`} />
          </DataTable.Col>
          <DataTable.Col label="panel.functions.calls.memory" disableSort>
            <FunctionField<Call> render={({ heapBytes }) => (heapBytes > 0 ? kibibytes(heapBytes) : '–')} />
          </DataTable.Col>
          <DataTable.Col label="panel.functions.calls.error" disableSort>
            <LongTextField source="error" isShort />
          </DataTable.Col>
          <DataTable.Col label={<ActionsLabel />} disableSort field={DetailsButton} />
        </DataTable>
        <Pagination />
      </TabList>
    </Box>
  );
}

function CallsToolbar() {
  const { filterValues, setFilters } = useListContext<Call>();
  const translate = useTranslate();
  const shown = filterValues.ok === undefined ? 'all' : String(filterValues.ok);
  const show = (next: string | null) => {
    if (next !== null) setFilters(next === 'all' ? {} : { ok: next === 'true' });
  };
  return (
    <Stack direction="row" sx={{ mb: 1, gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <ToggleButtonGroup
        size="small"
        exclusive
        value={shown}
        onChange={(_, next: string | null) => show(next)}
        aria-label={translate('panel.functions.calls.outcome')}
      >
        <ToggleButton value="all">{translate('panel.functions.calls.all')}</ToggleButton>
        <ToggleButton value="true">{translate('panel.functions.calls.succeeded')}</ToggleButton>
        <ToggleButton value="false">{translate('panel.functions.calls.failed')}</ToggleButton>
      </ToggleButtonGroup>
      <RefreshListButton />
    </Stack>
  );
}

function OutcomeChip() {
  const call = useRecordContext<Call>();
  const translate = useTranslate();
  if (!call) return null;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={call.ok ? 'success' : 'error'}
      label={translate(call.ok ? 'panel.functions.calls.succeeded' : 'panel.functions.calls.failed')}
    />
  );
}

/** A button, since the keyboard could not open an expandable row. */
function DetailsButton() {
  const call = useRecordContext<Call>();
  const [open, setOpen] = useState(false);
  if (!call || (call.error === null && call.console === '')) return null;
  return (
    <>
      <Button label="panel.functions.calls.details" onClick={() => setOpen(true)} />
      {open && <CallDialog call={call} onClose={() => setOpen(false)} />}
    </>
  );
}
