import ContentCopy from '@mui/icons-material/ContentCopy';
import Download from '@mui/icons-material/Download';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import { Alert, Button, Stack } from '@mui/material';
import { Link, useGetList, useRecordContext, useTranslate } from 'react-admin';
import { messageKey } from '../../i18n/message-key';
import type { Card } from '../../api/types';
import { useApplications } from '../../layout/application-context';
import { batchPath } from '../cards/batch-path';
import { type ExportFormat, exportUrl } from '../cards/export-url';
import { IssueButton } from '../cards/issue-button';
import { TemplateLine } from '../cards/template-line';
import { batchOf, counted, type Job } from './job-outcome';
import { MAX_COPIED, useCopyCards } from './use-copy-cards';

const FORMATS: ExportFormat[] = ['template', 'txt', 'csv'];

/** Offers the cards that a job created: as a file, on the clipboard, or as a list. */
export function JobBatch() {
  const job = useRecordContext<Job>();
  const batch = job && batchOf(job);
  const created = (job?.result?.['created'] as number | undefined) ?? 0;
  if (!job || batch === undefined || created === 0) return null;
  return <Batch job={job} batch={batch} created={created} />;
}

function Batch({ job, batch, created }: { job: Job; batch: string; created: number }) {
  const translate = useTranslate();
  const copy = useCopyCards(job, batch, created);
  const { applicationId } = job;
  const { choose } = useApplications();
  const filter = { applicationId, batch };
  const { total } = useGetList<Card>('cards', { filter, pagination: { page: 1, perPage: 1 } });
  return (
    <>
      {total !== undefined && total !== created && (
        <Alert severity="info" sx={{ mx: 2, mb: 1 }}>
          {translate('panel.job.batch_differs', {
            batch,
            total: total.toLocaleString(),
            created: created.toLocaleString(),
          })}
        </Alert>
      )}
      <Stack direction="row" useFlexGap sx={{ px: 2, pb: 1, gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        {created <= MAX_COPIED && (
          <Button variant="contained" startIcon={<ContentCopy />} onClick={() => void copy()}>
            {translate('panel.job.copy_all', counted(created))}
          </Button>
        )}
        {FORMATS.map((format) => (
          <Button
            key={format}
            variant="outlined"
            href={exportUrl(filter, format)}
            download
            startIcon={<Download />}
          >
            {translate(messageKey(`panel.cards.export_${format}`))}
          </Button>
        ))}
        <IssueButton filter={filter} />
        <Button
          variant="outlined"
          component={Link}
          to={batchPath(batch)}
          // The list shows the selected application, which may be a different one.
          onClick={() => choose(applicationId)}
          startIcon={<FormatListBulleted />}
        >
          {translate('panel.job.show_cards')}
        </Button>
      </Stack>
      <TemplateLine applicationId={applicationId} />
    </>
  );
}
