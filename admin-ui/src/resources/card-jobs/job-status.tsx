import { Box, Chip, type ChipProps, LinearProgress } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { messageKey } from '../../i18n/message-key';
import { isOver, type Job, percentOf } from './job-outcome';

const COLOURS: Record<Job['status'], ChipProps['color']> = {
  queued: 'default',
  running: 'info',
  done: 'success',
  failed: 'error',
  cancelled: 'default',
};

export function JobChip() {
  const job = useRecordContext<Job>();
  const translate = useTranslate();
  if (!job) return null;
  const label = translate(messageKey(`panel.job.status.${job.status}`));
  return <Chip size="small" variant="outlined" color={COLOURS[job.status]} label={label} />;
}

/** The progress or the final status of a job. */
export function JobStatus() {
  const job = useRecordContext<Job>();
  const translate = useTranslate();
  if (!job) return null;
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <JobChip />
      {!isOver(job) && (
        <LinearProgress
          variant="determinate"
          value={percentOf(job)}
          aria-label={translate('panel.job.progress')}
          sx={{ width: 80 }}
        />
      )}
    </Box>
  );
}
