import Cancel from '@mui/icons-material/Cancel';
import { useRecordContext } from 'react-admin';
import { ActionButton } from '../../components/action-button';
import { isOver, type Job } from './job-outcome';

/** Cancels an unfinished job; none of its changes are kept. */
export function CancelButton() {
  const job = useRecordContext<Job>();
  if (!job || isOver(job)) return null;
  return <ActionButton action="cancel" label="panel.job.cancel" icon={<Cancel />} />;
}
