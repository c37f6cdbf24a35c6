import Download from '@mui/icons-material/Download';
import { Box, Button, Typography } from '@mui/material';
import { DataTable, FunctionField, useRecordContext, useTranslate } from 'react-admin';
import { messageKey } from '../../i18n/message-key';
import { apiUrl } from '../../api/http';
import type { Dto } from '../../api/types';
import { useRead } from '../../api/use-read';
import { LocalTable } from '../../holders/local-table';
import { problemText } from '../../i18n/problem-text';
import { isOver, type Job } from './job-outcome';

const OUTCOMES = ['updated', 'unchanged', 'exists', 'duplicate', 'invalid'];

/** Shows which lines of an import created no card or user, and why. */
export function ImportReport() {
  const job = useRecordContext<Job>();
  if (!job || !['import', 'import_state'].includes(job.kind) || !isOver(job)) return null;
  const hasRows = OUTCOMES.some((outcome) => job.result?.[outcome]);
  return hasRows ? <Report path={`/card-jobs/${job.id}/report`} /> : null;
}

function Report({ path }: { path: string }) {
  const { data, isPending } = useRead<Dto<'ReportRowDto'>[]>(path);
  const translate = useTranslate();
  const rows = data?.map((row) => ({ ...row, id: row.line }));
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 2 }}>
        <Typography component="h3" variant="subtitle1">
          {translate('panel.job.report')}
        </Typography>
        <Button size="small" href={apiUrl(`${path}?format=csv`)} download startIcon={<Download />}>
          {translate('panel.cards.export_csv')}
        </Button>
      </Box>
      <LocalTable resource="import-report" rows={rows} isPending={isPending} empty="panel.job.no_rows">
        <DataTable.NumberCol source="line" label="panel.job.line" />
        <DataTable.Col source="card" label="panel.holder.card" />
        <DataTable.Col source="outcome" label="panel.job.outcome">
          <FunctionField<Dto<'ReportRowDto'> & { id: number }>
            render={({ outcome }) => translate(messageKey(`panel.job.of_line.${outcome}`))}
          />
        </DataTable.Col>
        <DataTable.Col source="reason" label="panel.job.why">
          <FunctionField<Dto<'ReportRowDto'> & { id: number }>
            render={({ problem, reason }) => (problem ? problemText(problem) : reason)}
          />
        </DataTable.Col>
      </LocalTable>
    </>
  );
}
